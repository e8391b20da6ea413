import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import {
  CANCEL_PARTIAL_AUTHORIZATION,
  CANCEL_REBATE_OR_FAST_REFUND,
  CREATE_CARD_TOKEN,
  FAST_REFUND,
  INCREASE_PREAUTH,
  REBATE,
} from './acquiring.operations.js';
import type {
  CancelPartialAuthorizationOptions,
  CancelRebateOrFastRefundOptions,
  CardToken,
  CreateCardTokenOptions,
  DisbursementAnswer,
  FastRefundOptions,
  IncreasePreauthAnswer,
  IncreasePreauthOptions,
  OctAndPayoutOptions,
  RebateOptions,
} from './acquiring.types.js';
import { GET_LEGACY_TRANSACTION, LIST_LEGACY_TRANSACTIONS } from './legacy-transaction.operations.js';
import type { LegacyTransactions, LegacyTransactionsQuery } from './legacy-transaction.types.js';
import type { MakeMotoCardChargeOptions } from './moto.types.js';
import { readRemainingAmounts } from './remaining-amounts.js';
import type { RemainingAmounts } from './remaining-amounts.js';
import {
  CANCEL_TRANSACTION,
  CREATE_TRANSACTION,
  GET_TRANSACTION_BY_ID,
  MAKE_MOTO_CARD_CHARGE,
  OCT_AND_PAYOUT,
} from './transactions.operations.js';
import type {
  CancelTransactionOptions,
  CreateTransactionOptions,
  Transaction,
  TransactionAnswer,
} from './transactions.types.js';
import { OutcomeArea } from '../../outcome/outcome-area.js';

/** Reads, charges and captures transactions. Shared by merchants and marketplaces. */
export class SharedTransactions extends OutcomeArea {
  /**
   * Reads one transaction. Use it to confirm a payment. Amounts are in MAJOR units.
   * Fails with `notfound` if this merchant has no such transaction.
   *
   * @param transactionId ID from the redirect (`t`) or the webhook.
   * @see https://developer.viva.com/tutorials/payments/verify-a-payment
   */
  getTransactionById(transactionId: string, call?: CallOptions): Promise<MethodReturn<Transaction>> {
    return this.sender.send(GET_TRANSACTION_BY_ID, { path: { transactionId } }, call);
  }

  /**
   * Captures a pre-authorization, or charges a payment made with `allowRecurring` again. The initial transaction
   * decides which.
   * The result is a new transaction. There is no idempotency key of the service: after `outcome: 'unknown'`, look
   * the order up before you repeat the call.
   * If the card's issuer declines, `error.eventId` holds the reason (10051 is insufficient funds).
   *
   * @param options `id` is the initial transaction. Amounts are in minor units; the result is in MAJOR units.
   * @see https://developer.viva.com/tutorials/payments/handle-pre-authorizations
   */
  createTransaction(
    options: CreateTransactionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionAnswer>> {
    return this.sender.send(CREATE_TRANSACTION, { options }, call);
  }
}

/** Reads, charges, captures, refunds and voids transactions. Each attempt to pay an order is a transaction. */
export class PayTransactions extends SharedTransactions {
  /**
   * Refunds a payment in full or in part, voids a payment of the same day, or releases a pre-authorization.
   * The result is a new transaction. There is no idempotency key of the service: after `outcome: 'unknown'`, read
   * the payment before you repeat the call.
   * Fails with `alreadycanceled` if nothing is left to refund.
   *
   * @param refundOptions `amount` is in minor units. The result is in MAJOR units and may be negative.
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
   * Reads one transaction in full, as a list of one. Only this call returns the parent (`ParentId`) of a refund,
   * void or capture.
   * Fails with `notfound` if this merchant has no such transaction.
   *
   * @deprecated Deprecated by the service, which still supports it. No other call finds the transactions of an
   *   order.
   * @see https://github.com/VivaPayments/API
   */
  getLegacyTransactions(
    transactionId: string,
    query?: undefined,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyTransactions>>;
  /**
   * Lists transactions by day, clearance day, order or source. The list is not paged.
   * Only this call finds the transactions of an order.
   *
   * @param query At least one filter. Days are `yyyy-MM-dd` in the service's calendar (Athens).
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

  /**
   * Creates a reusable token of the card that paid a transaction. Requires the service's approval.
   * Fails with `forbidden`, not `notfound`, if this merchant has no such transaction.
   *
   * @see https://developer.vivawallet.com/tutorials/payments/handle-card-tokens/
   */
  createCardToken(options: CreateCardTokenOptions, call?: CallOptions): Promise<MethodReturn<CardToken>> {
    return this.sender.send(CREATE_CARD_TOKEN, { options }, call);
  }

  /**
   * Increases the amount that a pre-authorization holds, until it is captured. Without `idempotencyKey`, a repeat
   * increases the amount twice.
   *
   * @param options `amount` is the increase in minor units, not the new total.
   * @see https://developer.viva.com/tutorials/payments/handle-pre-authorizations
   */
  increasePreauth(
    transactionId: string,
    options: IncreasePreauthOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<IncreasePreauthAnswer>> {
    return this.sender.send(INCREASE_PREAUTH, { path: { transactionId }, options }, call);
  }

  /**
   * Releases a payment that the issuer authorized only in part. Event 1797 carries the ID of the new transaction.
   *
   * @param options `amount` is in minor units.
   */
  cancelPartialAuthorization(
    transactionId: string,
    options: CancelPartialAuthorizationOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<null>> {
    return this.sender.send(CANCEL_PARTIAL_AUTHORIZATION, { path: { transactionId }, options }, call);
  }

  /**
   * Sends money to the card of an earlier payment without refunding it. Visa, Mastercard and Maestro only. Requires
   * the service's approval.
   * The service rejects the call with HTTP 422 if the card is not eligible, 423 if the same request is in progress,
   * and 452 if the wallet balance is too low.
   *
   * @param options `amount` is in minor units, also in the result.
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminal-apps/android-app/rebate
   */
  rebate(
    transactionId: string,
    options: RebateOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<DisbursementAnswer>> {
    return this.sender.send(REBATE, { path: { transactionId }, options }, call);
  }

  /**
   * Refunds a payment so that the cardholder receives the money within minutes. Visa, Mastercard and Maestro only.
   * Requires the service's approval.
   * Fails with `forbidden` without that approval: refund with `cancelTransaction` instead. The service rejects the
   * call with HTTP 422 if the card is not eligible, 423 if a refund is in progress, and 452 if the wallet balance
   * is too low.
   *
   * @param options `amount` is in minor units, also in the result.
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminal-apps/android-app/fast_refund
   */
  fastRefund(
    transactionId: string,
    options: FastRefundOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<DisbursementAnswer>> {
    return this.sender.send(FAST_REFUND, { path: { transactionId }, options }, call);
  }

  /**
   * Cancels a rebate or a fast refund of the same day.
   *
   * @param transactionId ID of the rebate or fast refund, not of the payment.
   * @param options `amount` is in minor units and must equal that of the rebate or refund.
   */
  cancelRebateOrFastRefund(
    transactionId: string,
    options: CancelRebateOrFastRefundOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<null>> {
    return this.sender.send(CANCEL_REBATE_OR_FAST_REFUND, { path: { transactionId }, options }, call);
  }

  /**
   * Charges an order with card details received by mail or telephone. Requires the service's permission and PCI
   * DSS.
   * There is no idempotency key of the service: after `outcome: 'unknown'`, look the order up before you repeat the
   * call.
   *
   * @param options No amount: the order's amount is charged. The result is in MAJOR units.
   */
  makeMotoCardCharge(
    options: MakeMotoCardChargeOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionAnswer>> {
    return this.sender.send(MAKE_MOTO_CARD_CHARGE, { options }, call);
  }

  /**
   * Sends money to the card of an earlier payment beyond a refund: an original credit or a payout. Requires the
   * service's permission (gambling).
   * If the card's side declines, `error.eventId` holds the reason (311).
   *
   * @param options `amount` is in minor units. The result is in MAJOR units and negative.
   * @see https://github.com/VivaPayments/API/issues/1080
   */
  octAndPayout(
    transactionId: string,
    options: OctAndPayoutOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionAnswer>> {
    return this.sender.send(OCT_AND_PAYOUT, { path: { transactionId }, options }, call);
  }

  /**
   * Calculates what can still be refunded or captured on a transaction, from two reads of the service's records.
   * Call it right before you refund or capture, because another refund may happen in between. The result can be
   * lower than the true amount, never higher: rebates and unknown types count as refunds.
   * Fails with `notfound` for an unknown transaction. Fails with `nodatas` if the service's list does not contain
   * the transaction yet, or is unreadable.
   *
   * @returns Amounts in MINOR units, as `cancelTransaction` and `createTransaction` expect them.
   */
  getRemainingAmounts(transactionId: string, call?: CallOptions): Promise<MethodReturn<RemainingAmounts>> {
    return readRemainingAmounts(this.sender, transactionId, call);
  }
}
