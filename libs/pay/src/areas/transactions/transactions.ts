import { Area } from '../../core/area.js';
import type { CallOptions } from '../../core/call-options.js';
import type { MethodReturn } from '../../core/method-return.js';
import { GET_LEGACY_TRANSACTION, LIST_LEGACY_TRANSACTIONS } from './legacy-transaction.operations.js';
import type { LegacyTransactions, LegacyTransactionsQuery } from './legacy-transaction.types.js';
import { CANCEL_TRANSACTION, CREATE_TRANSACTION, GET_TRANSACTION_BY_ID } from './transactions.operations.js';
import type {
  CancelTransactionOptions,
  CreateTransactionOptions,
  Transaction,
  TransactionAnswer,
} from './transactions.types.js';

/** What a merchant and a marketplace do alike with attempts to pay. */
export class SharedTransactions extends Area {
  /**
   * Reads one transaction: the way to confirm a payment. Amounts come in MAJOR units.
   * Fails with `notfound` when this merchant has no such transaction.
   *
   * @param transactionId from the redirect (`t`) or the webhook.
   * @see https://developer.viva.com/tutorials/payments/verify-a-payment
   */
  getTransactionById(transactionId: string, call?: CallOptions): Promise<MethodReturn<Transaction>> {
    return this.sender.send(GET_TRANSACTION_BY_ID, { path: { transactionId } }, call);
  }

  /**
   * Captures a pre-authorisation, or charges again on a payment made with `allowRecurring`: the initial transaction decides.
   * Makes a new transaction. There is no idempotency key: after `outcome: 'unknown'` look the order up before repeating.
   * A refusal by the card's issuer carries `error.eventId` (10051 is insufficient funds).
   *
   * @param options `id` is the initial transaction; amounts in minor units, answered in MAJOR units.
   * @see https://developer.viva.com/tutorials/payments/handle-pre-authorizations
   */
  createTransaction(
    options: CreateTransactionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionAnswer>> {
    return this.sender.send(CREATE_TRANSACTION, { options }, call);
  }
}

/** Attempts to pay an order, and what a merchant does with them afterwards. */
export class PayTransactions extends SharedTransactions {
  /**
   * Voids a payment of the same day, refunds a cleared one fully or partly, or releases a pre-authorisation.
   * Makes a new transaction. There is no idempotency key: after `outcome: 'unknown'` read the payment before repeating.
   * `alreadycanceled`: nothing is left to give back.
   *
   * @param refundOptions `amount` in minor units; answered in MAJOR units, possibly negative.
   * @see https://developer.viva.com/tutorials/payments/issue-a-refund
   */
  cancelTransaction(
    transactionId: string,
    refundOptions: CancelTransactionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionAnswer, 'alreadycanceled'>> {
    return this.sender.send(CANCEL_TRANSACTION, { path: { transactionId }, options: refundOptions }, call);
  }

  /**
   * Reads one transaction in full, as a list of one. It alone says what a refund, void or capture derives from (`ParentId`).
   * Fails with `notfound` when this merchant has no such transaction.
   *
   * @deprecated by the service, which still answers it; there is no other way from an order to its transactions.
   * @see https://github.com/VivaPayments/API
   */
  getLegacyTransactions(
    transactionId: string,
    query?: undefined,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyTransactions>>;
  /**
   * Lists transactions by day, clearance day, order or source: the only way from an order to its transactions. Not paged.
   *
   * @param query at least one filter; days as yyyy-MM-dd, in the service's (Athens) calendar.
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
      : this.sender.send(GET_LEGACY_TRANSACTION, { path: { transactionId } }, call);
  }
}
