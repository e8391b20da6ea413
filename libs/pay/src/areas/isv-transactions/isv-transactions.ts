import { IsvTransactionsMethods } from '../methods.generated.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type {
  SearchPage,
  SearchTransactionsOptions,
  IsvTransactionOptions,
  IsvTransactionsByClearanceDateOptions,
  IsvTransactionsByDateOptions,
  IsvTransactionsByOrderCodeOptions,
  IsvTransactionsByResellerSourceCodeOptions,
  IsvTransactionsBySourceCodeOptions,
} from '../options.generated.js';
import type { SearchResultPage } from '../data-services/data-services.types.js';
import { iteratePages } from '../data-services/search-pages.js';
import * as charges from './isv-charges.operations.js';
import type * as charge from '../options.generated.js';
import * as reads from './isv-transactions.operations.js';
import type { IsvSaleTransactionRow } from './isv-transactions.types.js';
import type { LegacyTransactions, ResellerTransaction, TransactionResponse } from '../results.generated.js';

/**
 * Reads, charges, captures, refunds and voids transactions of connected merchants.
 * Calls fail with `forbidden` for a merchant that is not connected to this ISV.
 */
export class IsvTransactions extends IsvTransactionsMethods {
  /**
   * Reads one transaction in full, as a list of one. Amounts are in MAJOR units. Uses reseller authentication.
   * Only this call returns the parent (`ParentId`) of a refund, void or capture.
   *
   * @example
   * const read = await pay.transactions.retrieveLegacyTransaction({ transactionId, targetMerchantId });
   * @see https://developer.viva.com/isv-partner-program
   */
  retrieveLegacyTransaction(
    options: IsvTransactionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyTransactions>> {
    return this.sender.send(reads.RETRIEVE_LEGACY_TRANSACTION, { options }, call);
  }

  /**
   * Lists a merchant's transactions of one day. The list is not paged. Amounts are in MAJOR units. Uses reseller
   * authentication.
   *
   * @example
   * const day = await pay.transactions.retrieveTransactionsByDate({ date, targetMerchantId });
   * @see https://developer.viva.com/isv-partner-program
   */
  retrieveTransactionsByDate(
    options: IsvTransactionsByDateOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyTransactions>> {
    return this.sender.send(reads.RETRIEVE_TRANSACTIONS_BY_DATE, { options }, call);
  }

  /**
   * Lists a merchant's transactions that cleared on one day. The list is not paged. Amounts are in MAJOR units.
   * Uses reseller authentication.
   *
   * @example
   * const list = await pay.transactions.retrieveTransactionsByClearanceDate({
   *   clearanceDate,
   *   targetMerchantId,
   * });
   * @see https://developer.viva.com/isv-partner-program
   */
  retrieveTransactionsByClearanceDate(
    options: IsvTransactionsByClearanceDateOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyTransactions>> {
    return this.sender.send(reads.RETRIEVE_TRANSACTIONS_BY_CLEARANCE_DATE, { options }, call);
  }

  /**
   * Lists all attempts to pay one order, and their refunds, captures and voids. Amounts are in MAJOR units. Uses
   * reseller authentication.
   * Use it to see why a payment failed, or what a call with `outcome: 'unknown'` did.
   *
   * @example
   * const list = await pay.transactions.retrieveTransactionsByOrderCode({ orderCode, targetMerchantId });
   * @see https://developer.viva.com/isv-partner-program
   */
  retrieveTransactionsByOrderCode(
    options: IsvTransactionsByOrderCodeOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyTransactions>> {
    return this.sender.send(reads.RETRIEVE_TRANSACTIONS_BY_ORDER_CODE, { options }, call);
  }

  /**
   * Lists one day's transactions on one of the merchant's payment sources. The list is not paged. Amounts are in
   * MAJOR units. Uses reseller authentication.
   *
   * @example
   * const list = await pay.transactions.retrieveTransactionsBySourceCode({ ...shop, date });
   * @see https://developer.viva.com/isv-partner-program
   */
  retrieveTransactionsBySourceCode(
    options: IsvTransactionsBySourceCodeOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyTransactions>> {
    return this.sender.send(reads.RETRIEVE_TRANSACTIONS_BY_SOURCE_CODE, { options }, call);
  }

  /**
   * Lists one day's transactions of a merchant on one of the ISV's own payment sources. Amounts are in MAJOR units.
   * Uses reseller authentication.
   * The result is always a list, whichever form the service sends.
   *
   * @example
   * const list = await pay.transactions.retrieveTransactionsByResellerSourceCode({
   *   resellerSourceCode: '7951',
   *   date,
   *   targetMerchantId,
   * });
   * @see https://developer.viva.com/isv-partner-program
   */
  retrieveTransactionsByResellerSourceCode(
    options: IsvTransactionsByResellerSourceCodeOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<ResellerTransaction[]>> {
    return this.sender.send(reads.RETRIEVE_TRANSACTIONS_BY_RESELLER_SOURCE_CODE, { options }, call);
  }

  /**
   * Searches sale transactions of all connected merchants and returns one page. Requires a Data Services scope on
   * the ISV's OAuth client.
   * A page without rows is a success: there are no more rows.
   *
   * @example
   * const page = await pay.transactions.searchTransactions(
   *   { StatusIds: ['F'] },
   *   { PageSize: 20, OrderBy: 'Descending' },
   * );
   * @see https://developer.viva.com/isv-partner-program
   */
  searchTransactions(
    options: SearchTransactionsOptions = {},
    query: SearchPage = {},
    call?: CallOptions,
  ): Promise<MethodReturn<SearchResultPage<IsvSaleTransactionRow>>> {
    return this.sender.send(reads.SEARCH_ISV_TRANSACTIONS, { options, query }, call);
  }

  /**
   * Iterates over all matching sale transactions, page by page, oldest first unless `OrderBy` is set.
   * With newest first, rows can repeat while new ones arrive.
   *
   * @throws PayError with the failure's fields, if a page cannot be read.
   * @example
   * for await (const { merchantId } of pay.transactions.iterateTransactions({ insDateFrom: from }))
   *   counts.set(merchantId, (counts.get(merchantId) ?? 0) + 1);
   */
  iterateTransactions(
    options: SearchTransactionsOptions = {},
    query: SearchPage = {},
    call?: CallOptions,
  ): AsyncGenerator<IsvSaleTransactionRow, void, void> {
    return iteratePages((page) => this.searchTransactions(options, page, call), query, 'transactionId');
  }

  /**
   * Refunds a payment in full or in part, voids a payment of the same day, or releases a pre-authorization. Uses
   * reseller authentication.
   * The service also refunds the ISV's fee. The result is a new transaction.
   * Fails with `alreadycanceled` if nothing is left to refund, and with `rejected` if the amount exceeds what is left.
   * Fails with `forbidden` if the merchant does not allow refunds.
   * After `outcome: 'unknown'`, call again only with the same call option `idempotencyKey`, or look it up with
   * {@link resolveOutcome}.
   *
   * @param options `amount` is in minor units. The result is in MAJOR units and may be negative.
   * @example
   * const refund = { transactionId, targetMerchantId, amount: 500 };
   * const result = await isv.transactions.cancelTransaction(refund, { idempotencyKey: 'refund-17' });
   * @see https://developer.viva.com/isv-partner-program
   */
  cancelTransaction(
    options: charge.CancelIsvTransactionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionResponse, 'alreadycanceled'>> {
    return this.sender.send(charges.CANCEL_ISV_TRANSACTION, { options }, call);
  }

  /**
   * Refunds a connected merchant's payment in full or in part. On the day of the payment, a full refund voids it
   * instead. This is `cancelTransaction` in the form of the other clients. Uses reseller authentication.
   * The service also refunds the ISV's fee.
   * Fails with `alreadycanceled` if nothing is left to refund, and with `rejected` if the amount exceeds what is left.
   * Fails with `forbidden` if the merchant does not allow refunds.
   * Pass the call option `idempotencyKey` (the client needs `idempotency`): the same key never refunds twice, also
   * after `outcome: 'unknown'`.
   *
   * @param transactionId ID of the payment.
   * @param options `targetMerchantId` is the merchant. `amount` is in minor units and required.
   * @returns The refund as a new transaction. Its `Amount` is in MAJOR units and may be negative.
   * @example
   * const refund = { targetMerchantId, amount: 500 };
   * const result = await isv.transactions.refund(paymentId, refund, { idempotencyKey: 'refund-17' });
   * @see https://developer.viva.com/isv-partner-program
   */
  refund(
    transactionId: string,
    options: charge.RefundIsvTransactionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionResponse, 'alreadycanceled'>> {
    return this.sender.send(charges.REFUND_ISV_TRANSACTION, { path: { transactionId }, options }, call);
  }
}
