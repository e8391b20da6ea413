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

/** What a merchant and a marketplace do alike with attempts to pay. */
export class SharedTransactions extends OutcomeArea {
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

  /**
   * Gives the reusable token of the card that a transaction was paid with. Needs the service's approval.
   * Fails with `forbidden`, not `notfound`, when this merchant has no such transaction.
   *
   * @see https://developer.vivawallet.com/tutorials/payments/handle-card-tokens/
   */
  createCardToken(options: CreateCardTokenOptions, call?: CallOptions): Promise<MethodReturn<CardToken>> {
    return this.sender.send(CREATE_CARD_TOKEN, { options }, call);
  }

  /**
   * Adds to what a pre-authorisation holds, as long as it is not captured. Without `idempotencyKey` a repetition adds twice.
   *
   * @param options `amount` is the increment in minor units, not the new total.
   * @see https://github.com/Naaikho/vivawallet-sdk
   */
  increasePreauth(
    transactionId: string,
    options: IncreasePreauthOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<IncreasePreauthAnswer>> {
    return this.sender.send(INCREASE_PREAUTH, { path: { transactionId }, options }, call);
  }

  /**
   * Releases a payment that the issuer authorised for less than was asked. The new transaction's id comes by webhook (1797).
   *
   * @param options `amount` in minor units.
   * @see https://github.com/Naaikho/vivawallet-sdk
   */
  cancelPartialAuthorization(
    transactionId: string,
    options: CancelPartialAuthorizationOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<null>> {
    return this.sender.send(CANCEL_PARTIAL_AUTHORIZATION, { path: { transactionId }, options }, call);
  }

  /**
   * Sends money to the card of an earlier payment without refunding it. Visa, Mastercard, Maestro; needs the service's approval.
   * Refusals: HTTP 422 the card is not eligible, 423 the same is in progress, 452 the wallet balance is too low.
   *
   * @param options `amount` in minor units, and answered in minor units.
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
   * Refunds a payment so that the cardholder has the money within minutes. Visa, Mastercard, Maestro; needs the service's
   * approval. Refusals: `forbidden` (refund with `cancelTransaction` instead), HTTP 422 the card is not eligible,
   * 423 one is in progress, 452 the wallet balance is too low.
   *
   * @param options `amount` in minor units, and answered in minor units.
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
   * Takes back a rebate or a fast refund of the same day.
   *
   * @param transactionId of the rebate or fast refund itself, not of the payment.
   * @param options `amount` in minor units: exactly that of the rebate or refund.
   * @see https://github.com/Naaikho/vivawallet-sdk
   */
  cancelRebateOrFastRefund(
    transactionId: string,
    options: CancelRebateOrFastRefundOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<null>> {
    return this.sender.send(CANCEL_REBATE_OR_FAST_REFUND, { path: { transactionId }, options }, call);
  }

  /**
   * Charges an order with a card whose number you were told by mail or telephone: needs the service's permission and PCI DSS.
   * There is no idempotency key: after `outcome: 'unknown'` look the order up before repeating.
   *
   * @param options no amount: the order's is charged, and answered in MAJOR units.
   * @see https://github.com/Naaikho/vivawallet-sdk
   */
  makeMotoCardCharge(
    options: MakeMotoCardChargeOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionAnswer>> {
    return this.sender.send(MAKE_MOTO_CARD_CHARGE, { options }, call);
  }

  /**
   * Sends money to the card of an earlier payment beyond a refund: an original credit or a pay-out. Needs the service's
   * permission (gambling). A refusal by the card's side carries `error.eventId` (311).
   *
   * @param options `amount` in minor units; answered in MAJOR units and negative.
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
   * What can still be refunded or captured on a transaction, worked out from the service's own records in two reads.
   * Not a method of the service. Ask right before you act, and act once: another refund may come in between.
   * Whatever took money the other way counts, a rebate or a type that is not known too: it may be less than is left, never more.
   * Fails with `notfound` for an unknown transaction, `nodatas` when the service's list does not have it (yet) or cannot be read.
   *
   * @returns MINOR units, as `cancelTransaction` and `createTransaction` take them.
   */
  getRemainingAmounts(transactionId: string, call?: CallOptions): Promise<MethodReturn<RemainingAmounts>> {
    return readRemainingAmounts(this.sender, transactionId, call);
  }
}
