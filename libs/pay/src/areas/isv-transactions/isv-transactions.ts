import { operations } from '../define-operation.js';
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
import { OutcomeArea } from '../outcome-area.js';
import type {
  IncreasePreauthResponse,
  IsvTransaction,
  LegacyTransactions,
  ResellerTransaction,
  TransactionResponse,
} from '../results.generated.js';

/**
 * Reads, charges, captures, refunds and voids transactions of connected merchants.
 * Calls fail with `forbidden` for a merchant that is not connected to this ISV.
 */
export class IsvTransactions extends OutcomeArea {
  /**
   * Reads one transaction of a connected merchant. Use it to confirm a payment. Amounts are in MAJOR units.
   * Fails with `notfound` if that merchant has no such transaction.
   *
   * @example
   * const read = await pay.transactions.retrieveTransactionById({ transactionId, targetMerchantId });
   * @see https://developer.viva.com/isv-partner-program
   */
  retrieveTransactionById(
    options: IsvTransactionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<IsvTransaction>> {
    return this.sender.send(operations['transactions.retrieveTransactionById'], { options }, call);
  }

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

  /**
   * Pays an amount to the card of an earlier payment, without refunding that payment. Uses reseller authentication.
   * After `outcome: 'unknown'`, call again only with the same call option `idempotencyKey`.
   *
   * @param options `amount` is in minor units. The result is in MAJOR units and negative.
   * @deprecated Deprecated by the service, which enables it only on approval.
   * @example
   * const paid = await pay.transactions.payOutOld({ ...payment, amount: 500, merchantTrns: 'winner of May' });
   * @see https://developer.viva.com/isv-partner-program
   */
  payOutOld(
    options: charge.PayOutOldOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionResponse>> {
    return this.sender.send(operations['transactions.payOutOld'], { options }, call);
  }

  /**
   * Charges the card of a payment made with `allowRecurring` again. Uses reseller authentication. The result is a
   * new transaction.
   * Fails with `rejected` if the card's issuer declines; `error.eventId` holds the reason (10051 is insufficient funds).
   * After `outcome: 'unknown'`, call again only with the same call option `idempotencyKey`, or look it up with
   * {@link resolveOutcome}.
   *
   * @param options Amounts are in minor units; `amount` includes `isvAmount`. The result is in MAJOR units.
   * @example
   * const charged = await pay.transactions.createRecurringTransaction({
   *   ...first,
   *   amount: 990,
   *   isvAmount: 40, // included in amount
   *   merchantTrns: month,
   * });
   * @see https://developer.viva.com/isv-partner-program
   */
  createRecurringTransaction(
    options: charge.CreateRecurringTransactionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionResponse>> {
    return this.sender.send(operations['transactions.createRecurringTransaction'], { options }, call);
  }

  /**
   * Increases the amount that a pre-authorization holds, until it is captured.
   * Pass the call option `idempotencyKey`: a second call without it increases the amount twice.
   *
   * @param options `amount` is the increase in minor units, not the new total.
   * @example
   * const more = { ...preauth, amount: 500 }; // the increase, not the new total
   * const call = { idempotencyKey: `${preauth.transactionId} ${night}` };
   * const held = await pay.transactions.increasePreauth(more, call);
   * @see https://developer.viva.com/isv-partner-program
   */
  increasePreauth(
    options: charge.IncreaseIsvPreauthOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<IncreasePreauthResponse>> {
    return this.sender.send(operations['isv:transactions.increasePreauth'], { options }, call);
  }

  /**
   * Captures a pre-authorization in full or in part. Uses reseller authentication. The result is a new transaction.
   * Set the ISV's fee and the tip here, not on the order. The initial transaction decides whether the service
   * captures or makes a recurring charge.
   * After `outcome: 'unknown'`, call again only with the same call option `idempotencyKey`, or look it up with
   * {@link resolveOutcome}.
   *
   * @param options Amounts are in minor units; `amount` includes `isvAmount` and `tipAmount`. The result is in
   *   MAJOR units.
   * @example
   * const captured = await pay.transactions.capturePreAuthPayment({
   *   ...preauth,
   *   amount: 2000,
   *   tipAmount: 150, // included in amount, like the fee
   *   isvAmount: 100,
   * });
   * @see https://developer.viva.com/isv-partner-program
   */
  capturePreAuthPayment(
    options: charge.CapturePreAuthPaymentOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionResponse>> {
    return this.sender.send(operations['transactions.capturePreAuthPayment'], { options }, call);
  }

  /**
   * Charges a merchant's order with card details received by mail or telephone. Requires the service's permission
   * and PCI DSS. Uses reseller authentication.
   * Fails with `forbidden` without the permission, and with `notfound` for an unknown order.
   * After `outcome: 'unknown'`, call again only with the same call option `idempotencyKey`.
   *
   * @param options No amount: the order's amount is charged. `isvAmount` is in minor units; the result is in MAJOR
   *   units.
   * @example
   * const charged = await pay.transactions.makeMotoCardCharge({
   *   ...order,
   *   moto: true,
   *   creditcard: card,
   *   isvAmount: 100, // default: the fee of the order
   * });
   * @see https://developer.viva.com/isv-partner-program
   */
  makeMotoCardCharge(
    options: charge.MakeIsvMotoCardChargeOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionResponse>> {
    return this.sender.send(operations['isv:transactions.makeMotoCardCharge'], { options }, call);
  }
}
