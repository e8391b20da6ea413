import { TransactionsMethods } from '../methods.generated.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { CancelTransactionOptions, LegacyTransactionsQuery } from '../options.generated.js';
import { operations } from '../define-operation.js';
import { LIST_LEGACY_TRANSACTIONS } from './legacy-transaction.operations.js';
import { readRemainingAmounts } from './remaining-amounts.js';
import type { RemainingAmounts } from './remaining-amounts.js';
import { CANCEL_TRANSACTION, REFUND } from './transactions.operations.js';
import type { LegacyTransactions, TransactionResponse } from '../results.generated.js';

/** Reads, charges, captures, refunds and voids transactions. Each attempt to pay an order is a transaction. */
export class PayTransactions extends TransactionsMethods {
  /**
   * Refunds a payment in full or in part, voids a payment of the same day, or releases a pre-authorization.
   * The result is a new transaction. Requires the setting "Allow refunds"; fails with `forbidden` without it.
   * Fails with `alreadycanceled` if nothing is left to refund, and with `rejected` if the amount exceeds what is left
   * or the wallet balance is too low (`error.serviceCode` is 452).
   * After `outcome: 'unknown'`, call again only with the same call option `idempotencyKey`, or look it up with
   * {@link resolveOutcome}.
   *
   * @param refundOptions `amount` is in minor units. The result is in MAJOR units and may be negative.
   * @example
   * const refund = { amount: 500, merchantTrns: 'refund-17' };
   * const result = await pay.transactions.cancelTransaction(paymentId, refund, { idempotencyKey: 'refund-17' });
   * @see https://developer.viva.com/tutorials/payments/issue-a-refund
   */
  cancelTransaction(
    transactionId: string,
    refundOptions: CancelTransactionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionResponse, 'alreadycanceled'>> {
    return this.sender.send(CANCEL_TRANSACTION, { path: { transactionId }, options: refundOptions }, call);
  }

  /**
   * Refunds a payment in full or in part. On the day of the payment, a full refund voids it instead. This is
   * `cancelTransaction` under another name.
   * Requires the setting "Allow refunds"; fails with `forbidden` without it. Fails with `alreadycanceled` if nothing is
   * left to refund, and with `rejected` if the amount exceeds what is left or the wallet balance is too low.
   * Pass the call option `idempotencyKey` (the client needs `idempotency`): the same key never refunds twice, also
   * after `outcome: 'unknown'`.
   *
   * @param transactionId ID of the payment.
   * @param options `amount` is in minor units and required, to prevent accidental full refunds.
   * @returns The refund as a new transaction. Its `Amount` is in MAJOR units and may be negative.
   * @example
   * const result = await pay.transactions.refund(paymentId, { amount: 500 }, { idempotencyKey: 'refund-17' });
   * @see https://developer.viva.com/tutorials/payments/issue-a-refund
   */
  refund(
    transactionId: string,
    options: CancelTransactionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionResponse, 'alreadycanceled'>> {
    return this.sender.send(REFUND, { path: { transactionId }, options }, call);
  }

  /**
   * Reads one transaction in full, as a list of one. Only this call returns the parent (`ParentId`) of a refund,
   * void or capture.
   * Fails with `notfound` if this merchant has no such transaction.
   *
   * @deprecated Deprecated by the service, which still supports it. Use {@link getTransactionById}, unless you need
   *   `ParentId`.
   * @example
   * const read = await pay.transactions.getLegacyTransactions(transactionId);
   * @see https://github.com/VivaPayments/API
   */
  getLegacyTransactions(
    transactionId: string,
    query?: undefined,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyTransactions>>;
  /**
   * Lists transactions by day, clearance day, order or source. The list is not paged.
   * Only this call finds the transactions of an order. The service calls it deprecated and supports it. Its list was
   * empty for paid orders before, so an empty list does not show that nothing was paid.
   *
   * @param query At least one filter. Days are `yyyy-MM-dd` in the service's calendar (Athens).
   * @example
   * const list = await pay.transactions.getLegacyTransactions(undefined, { orderCode });
   */
  getLegacyTransactions(
    transactionId: undefined,
    query: LegacyTransactionsQuery,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyTransactions>>;
  getLegacyTransactions(
    transactionId?: string,
    query?: LegacyTransactionsQuery,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyTransactions>> {
    return transactionId === undefined
      ? this.sender.send(LIST_LEGACY_TRANSACTIONS, { options: query }, call)
      : this.sender.send(
          operations['transactions.getLegacyTransactions'],
          { path: { transactionId }, options: query },
          call,
        );
  }

  /**
   * Calculates what can still be refunded or captured on a transaction, from two reads of the service's records.
   * Call it right before you refund or capture, because another refund may happen in between. The result can be
   * lower than the true amount, never higher: rebates and unknown types count as refunds.
   * Fails with `notfound` for an unknown transaction. Fails with `nodatas` if the service's list does not contain
   * the transaction yet, or is unreadable.
   *
   * @returns Amounts in MINOR units, as `cancelTransaction` and `createTransaction` expect them.
   * @example
   * const left = await pay.transactions.getRemainingAmounts(transactionId);
   */
  getRemainingAmounts(transactionId: string, call?: CallOptions): Promise<MethodReturn<RemainingAmounts>> {
    return readRemainingAmounts(this.sender, transactionId, call);
  }
}
