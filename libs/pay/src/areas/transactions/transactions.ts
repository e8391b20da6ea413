import { operations } from '../define-operation.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type {
  AcquiringChargeOptions,
  AcquiringRefundOptions,
  CancelPartialAuthorizationOptions,
  CancelRebateOrFastRefundOptions,
  CreateCardTokenOptions,
  FastRefundOptions,
  IncreasePreauthOptions,
  OctAndPayoutOptions,
  RebateOptions,
  LegacyTransactionsQuery,
  MakeMotoCardChargeOptions,
  CancelTransactionOptions,
  CreateTransactionOptions,
} from '../options.generated.js';
import { GET_LEGACY_TRANSACTION, LIST_LEGACY_TRANSACTIONS } from './legacy-transaction.operations.js';
import { readPaymentReturns } from './payment-returns.js';
import type { PaymentReturns } from './payment-returns.js';
import { readRemainingAmounts } from './remaining-amounts.js';
import type { RemainingAmounts } from './remaining-amounts.js';
import { CANCEL_TRANSACTION, REFUND } from './transactions.operations.js';
import { OutcomeArea } from '../outcome-area.js';
import type {
  AcquiringResponse,
  CardToken,
  CardCreditResponse,
  IncreasePreauthResponse,
  LegacyTransactions,
  Transaction,
  TransactionResponse,
} from '../results.generated.js';

/** Reads, charges and captures transactions. Shared by merchants and marketplaces. */
export class SharedTransactions extends OutcomeArea {
  /** @internal Reads what went back of a payment to the customer. */
  static readReturns(
    { sender }: SharedTransactions,
    transactionId: string,
    call?: CallOptions,
  ): Promise<MethodReturn<PaymentReturns>> {
    return readPaymentReturns(sender, transactionId, call);
  }

  /**
   * Reads one transaction. Use it to confirm a payment. Amounts are in MAJOR units.
   * Fails with `notfound` if this merchant has no such transaction.
   *
   * @param transactionId ID from the redirect (`t`) or the webhook.
   * @example
   * const read = await pay.transactions.getTransactionById(transactionId);
   * @see https://developer.viva.com/tutorials/payments/verify-a-payment
   */
  getTransactionById(transactionId: string, call?: CallOptions): Promise<MethodReturn<Transaction>> {
    return this.sender.send(operations['transactions.getTransactionById'], { path: { transactionId } }, call);
  }

  /**
   * Captures a pre-authorization, or charges a payment made with `allowRecurring` again. The initial transaction
   * decides which. The result is a new transaction.
   * Fails with `rejected` if the amount is too high for a capture, or the card's issuer declines. `error.eventId` then
   * holds the issuer's reason (10051 is insufficient funds). Fails with `forbidden` if charges through the API are off,
   * the payment does not allow them, or nothing is held any more.
   * After `outcome: 'unknown'`, call again only with the same call option `idempotencyKey`, or look it up with
   * {@link resolveOutcome}.
   *
   * @param options `id` is the initial transaction. Amounts are in minor units; the result is in MAJOR units.
   * @example
   * const captured = await pay.transactions.createTransaction({ id: preauthId, amount: 2000 });
   * @see https://developer.viva.com/tutorials/payments/handle-pre-authorizations
   */
  createTransaction(
    options: CreateTransactionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionResponse>> {
    return this.sender.send(operations['transactions.createTransaction'], { options }, call);
  }
}

/** Reads, charges, captures, refunds and voids transactions. Each attempt to pay an order is a transaction. */
export class PayTransactions extends SharedTransactions {
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
   * Refunds or voids a payment, or releases a pre-authorization, as {@link refund} does, with two differences: it uses the
   * OAuth credentials only, and the service itself honors the call option `idempotencyKey`. So the same key never refunds
   * twice, without a store.
   * The service's own plugin uses this call. The service does not document the call for merchants, so an account may lack
   * it: then it fails with `forbidden`, and nothing was refunded.
   * Fails with `forbidden` without the scope `urn:viva:payments:core:api:acquiring` or the setting "Allow refunds". Fails
   * with `rejected` if the amount exceeds what is left, nothing is left (HTTP 409), or the wallet balance is too low (452).
   *
   * @param transactionId ID of the payment, capture or pre-authorization.
   * @param options `amount` is in minor units and required, to prevent accidental full refunds.
   * @returns ID of the refund, which is a new transaction.
   * @example
   * const key = { idempotencyKey: 'refund-17' };
   * const result = await pay.transactions.acquiringRefund(paymentId, { amount: 500 }, key);
   * @see docs/how-to/refund.md
   */
  acquiringRefund(
    transactionId: string,
    options: AcquiringRefundOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<AcquiringResponse>> {
    return this.sender.send(
      operations['transactions.acquiringRefund'],
      { path: { transactionId }, options },
      call,
    );
  }

  /**
   * Captures a pre-authorization, or charges a payment made with `allowRecurring` again, as {@link createTransaction}
   * does, but with the OAuth credentials only. It takes no tip and no installments.
   * The service's own plugin uses this call. The service does not document the call for merchants, so an account may lack
   * it: then it fails with `forbidden`, and nothing was charged.
   * Fails with `forbidden` without the scope `urn:viva:payments:core:api:acquiring`, if charges through the API are off,
   * or if the transaction allows no charge. Fails with `rejected` if the amount is too high for a capture, or the card's
   * issuer declines (`error.eventId` holds the reason).
   * After `outcome: 'unknown'`, call again only with the same call option `idempotencyKey` (the client needs
   * `idempotency`), or look it up with {@link resolveOutcome}.
   *
   * @param transactionId ID of the initial transaction.
   * @param options `amount` is in minor units.
   * @returns ID of the capture or charge, which is a new transaction.
   * @example
   * const captured = await pay.transactions.acquiringCharge(preauthId, { amount: 2000 });
   * @see docs/how-to/refund.md
   */
  acquiringCharge(
    transactionId: string,
    options: AcquiringChargeOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<AcquiringResponse>> {
    return this.sender.send(
      operations['transactions.acquiringCharge'],
      { path: { transactionId }, options },
      call,
    );
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
      : this.sender.send(GET_LEGACY_TRANSACTION, { path: { transactionId }, options: query }, call);
  }

  /**
   * Creates a reusable token of the card that paid a transaction. Requires the service's approval.
   * Fails with `forbidden`, not `notfound`, if this merchant has no such transaction.
   *
   * @example
   * const card = await pay.transactions.createCardToken({ transactionId });
   * @see https://developer.vivawallet.com/tutorials/payments/handle-card-tokens/
   */
  createCardToken(options: CreateCardTokenOptions, call?: CallOptions): Promise<MethodReturn<CardToken>> {
    return this.sender.send(operations['transactions.createCardToken'], { options }, call);
  }

  /**
   * Increases the amount that a pre-authorization holds, until it is captured.
   * Pass the call option `idempotencyKey`: a second call without it increases the amount twice.
   * Fails with `rejected` if the transaction is not a pre-authorization, or was captured or canceled.
   *
   * @param options `amount` is the increase in minor units, not the new total.
   * @example
   * // `amount` is the increase, not the new total.
   * const call = { idempotencyKey: extrasId };
   * const held = await pay.transactions.increasePreauth(preauthId, { amount: 500 }, call);
   * @see https://developer.viva.com/tutorials/payments/handle-pre-authorizations
   */
  increasePreauth(
    transactionId: string,
    options: IncreasePreauthOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<IncreasePreauthResponse>> {
    return this.sender.send(
      operations['transactions.increasePreauth'],
      { path: { transactionId }, options },
      call,
    );
  }

  /**
   * Releases a payment that the issuer authorized only in part. Event 1797 carries the ID of the new transaction.
   * With the call option `idempotencyKey`, the call can be repeated.
   *
   * @param options `amount` is in minor units.
   * @example
   * // `amount` is the authorized amount. One key for this payment: you can call again.
   * const call = { idempotencyKey: `release-${transactionId}` };
   * await pay.transactions.cancelPartialAuthorization(transactionId, { amount: 1000 }, call);
   */
  cancelPartialAuthorization(
    transactionId: string,
    options: CancelPartialAuthorizationOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<null>> {
    return this.sender.send(
      operations['transactions.cancelPartialAuthorization'],
      { path: { transactionId }, options },
      call,
    );
  }

  /**
   * Sends money to the card of an earlier payment without refunding it. Visa, Mastercard and Maestro only. Requires
   * the service's approval.
   * Pass the call option `idempotencyKey`: the same key never pays twice.
   * Fails with `forbidden` without the approval. Fails with `rejected` if the card is not eligible (HTTP 422), the same
   * request is in progress (423), or the wallet balance is too low (452).
   *
   * @param options `amount` is in minor units, also in the result.
   * @example
   * const reward = { amount: 500, merchantTrns: rewardId };
   * // Store the key before you call: a new key pays a second rebate.
   * const sent = await pay.transactions.rebate(transactionId, reward, { idempotencyKey: rewardId });
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminal-apps/android-app/rebate
   */
  rebate(
    transactionId: string,
    options: RebateOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<CardCreditResponse>> {
    return this.sender.send(operations['transactions.rebate'], { path: { transactionId }, options }, call);
  }

  /**
   * Refunds a payment so that the cardholder receives the money within minutes. Visa, Mastercard and Maestro only.
   * Requires the service's approval, and the call option `idempotencyKey`: the same key never refunds twice.
   * Fails with `forbidden` without the approval: refund with {@link cancelTransaction} instead. Fails with `rejected` if
   * the card is not eligible (HTTP 422), a refund is in progress (423), or the wallet balance is too low (452).
   *
   * @param options `amount` is in minor units, also in the result.
   * @example
   * const refund = { amount: 500, sourceCode: 'Default', merchantTrns: 'refund-17' };
   * const result = await pay.transactions.fastRefund(paymentId, refund, { idempotencyKey: 'refund-17' });
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminal-apps/android-app/fast_refund
   */
  fastRefund(
    transactionId: string,
    options: FastRefundOptions,
    call: CallOptions & { idempotencyKey: string },
  ): Promise<MethodReturn<CardCreditResponse>> {
    return this.sender.send(
      operations['transactions.fastRefund'],
      { path: { transactionId }, options },
      call,
    );
  }

  /**
   * Cancels a rebate or a fast refund of the same day. Pass the call option `idempotencyKey`: the call can then be
   * repeated. With the ID of a payment, the service refunds the payment instead.
   * Fails with `rejected` if the amount differs, or the day is over.
   *
   * @param transactionId ID of the rebate or fast refund, not of the payment.
   * @param options `amount` is in minor units and must equal that of the rebate or refund.
   * @example
   * // `amount` is exactly the amount of the rebate.
   * const call = { idempotencyKey: `cancel-${rebateId}` };
   * const canceled = await pay.transactions.cancelRebateOrFastRefund(rebateId, { amount: 500 }, call);
   */
  cancelRebateOrFastRefund(
    transactionId: string,
    options: CancelRebateOrFastRefundOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<null>> {
    return this.sender.send(
      operations['transactions.cancelRebateOrFastRefund'],
      { path: { transactionId }, options },
      call,
    );
  }

  /**
   * Charges an order with card details received by mail or telephone. Requires the service's permission and PCI
   * DSS.
   * Fails with `forbidden` without the permission, with `notfound` for an unknown order, and with `rejected` if the
   * card's issuer declines (`error.eventId` holds the reason).
   * After `outcome: 'unknown'`, call again only with the same call option `idempotencyKey`.
   *
   * @param options No amount: the order's amount is charged. The result is in MAJOR units.
   * @example
   * const charged = await pay.transactions.makeMotoCardCharge({ moto: true, orderCode, creditcard: card });
   */
  makeMotoCardCharge(
    options: MakeMotoCardChargeOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionResponse>> {
    return this.sender.send(operations['transactions.makeMotoCardCharge'], { options }, call);
  }

  /**
   * Sends money to the card of an earlier payment beyond a refund: an original credit or a payout. Requires the
   * service's permission (gambling), and the call option `idempotencyKey`: the same key never pays twice.
   * Fails with `forbidden` without the permission. Fails with `rejected` if the card's side declines (`error.eventId`
   * 311), or the wallet balance is too low (`error.serviceCode` 452).
   *
   * @param options `amount` is in minor units. The result is in MAJOR units and negative.
   * @example
   * const winnings = { amount: 40_000, serviceId: OctServiceId.Oct }; // can exceed the payment
   * // Store the key before you call, and call again with the same key.
   * const paid = await pay.transactions.octAndPayout(transactionId, winnings, { idempotencyKey: payoutId });
   * @see https://github.com/VivaPayments/API/issues/1080
   */
  octAndPayout(
    transactionId: string,
    options: OctAndPayoutOptions,
    call: CallOptions & { idempotencyKey: string },
  ): Promise<MethodReturn<TransactionResponse>> {
    return this.sender.send(
      operations['transactions.octAndPayout'],
      { path: { transactionId }, options },
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
