import { IsvTransactionsMethods } from '../methods.generated.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { SearchPage, SearchTransactionsOptions } from '../options.generated.js';
import { iteratePages } from '../data-services/search-pages.js';
import * as charges from './isv-charges.operations.js';
import type * as charge from '../options.generated.js';
import type { IsvSaleTransactionRow } from './isv-transactions.types.js';
import type { TransactionResponse } from '../results.generated.js';

/**
 * Reads, charges, captures, refunds and voids transactions of connected merchants.
 * Calls fail with `forbidden` for a merchant that is not connected to this ISV.
 */
export class IsvTransactions extends IsvTransactionsMethods {
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
