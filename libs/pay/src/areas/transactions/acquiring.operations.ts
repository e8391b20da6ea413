import { defineOperation } from '../define-operation.js';
import {
  AcquiringChargeOptions,
  AcquiringRefundOptions,
  CancelPartialAuthorizationOptions,
  CancelRebateOrFastRefundOptions,
  CreateCardTokenOptions,
  FastRefundOptions,
  IncreasePreauthOptions,
  RebateOptions,
} from './transactions.options.generated.js';
import { READ_THE_PAYMENT } from './refund-refusals.js';

/** Hints for calls with an idempotency key of the service. One key identifies one request. */
export const KEY_HINTS = {
  409: `The idempotency key was already used for another request, or for one that was canceled since. ${READ_THE_PAYMENT} Use a new key only for a new intent.`,
} as const;

/** Options of other calls on the same address, which these cancellations reject: a platform's refund and a payout. */
const OTHER_CANCELLATION_OPTIONS = {
  reverseTransfers: 'it belongs to a platform’s refund',
  refundPlatformFee: 'it belongs to a platform’s refund',
  serviceId: 'it would make the call a payout',
} as const;

/** First causes of a 403, which has no reason of the service if the scope is missing. */
const MISSING_SCOPE = 'The token may lack the scope urn:viva:payments:core:api:acquiring,';

export const CREATE_CARD_TOKEN = defineOperation('transactions.createCardToken', {
  options: { dto: CreateCardTokenOptions },
});

export const INCREASE_PREAUTH = defineOperation('transactions.increasePreauth', {
  outcomeLookup: {
    nothing:
      'The service reports only the current amount on hold, not the increase. Pass an idempotencyKey to make the call repeatable.',
  },
  hints: KEY_HINTS,
  options: { dto: IncreasePreauthOptions },
});

export const ACQUIRING_REFUND = defineOperation('transactions.acquiringRefund', {
  outcomeLookup: { read: 'transactions.getLegacyTransactions', about: 'refund', from: 'transactionId' },
  hints: {
    400: 'The amount may exceed what is left to refund. transactions.getRemainingAmounts returns that amount.',
    403: `${MISSING_SCOPE} or refunds through the API are off. transactions.refund uses other credentials.`,
    409: KEY_HINTS[409],
  },
  options: { dto: AcquiringRefundOptions, forbidden: OTHER_CANCELLATION_OPTIONS },
});

export const ACQUIRING_CHARGE = defineOperation('transactions.acquiringCharge', {
  outcomeLookup: { read: 'transactions.getLegacyTransactions', about: 'charge', from: 'transactionId' },
  hints: {
    403: `${MISSING_SCOPE} charges through the API are off, or the transaction allows no (further) charge.`,
  },
  options: { dto: AcquiringChargeOptions },
});

export const CANCEL_PARTIAL_AUTHORIZATION = defineOperation('transactions.cancelPartialAuthorization', {
  outcomeLookup: { read: 'transactions.getLegacyTransactions', about: 'refund', from: 'transactionId' },
  hints: KEY_HINTS,
  options: { dto: CancelPartialAuthorizationOptions, forbidden: OTHER_CANCELLATION_OPTIONS },
  response: { kind: 'empty' },
});

export const REBATE = defineOperation('transactions.rebate', {
  outcomeLookup: { read: 'transactions.getLegacyTransactions', about: 'refund', from: 'transactionId' },
  hints: KEY_HINTS,
  options: { dto: RebateOptions },
});

export const FAST_REFUND = defineOperation('transactions.fastRefund', {
  outcomeLookup: { read: 'transactions.getLegacyTransactions', about: 'refund', from: 'transactionId' },
  hints: KEY_HINTS,
  options: { dto: FastRefundOptions },
});

export const CANCEL_REBATE_OR_FAST_REFUND = defineOperation('transactions.cancelRebateOrFastRefund', {
  outcomeLookup: {
    nothing:
      'The transaction that a cancellation creates is not documented. Pass an idempotencyKey to make the call repeatable.',
  },
  hints: KEY_HINTS,
  options: { dto: CancelRebateOrFastRefundOptions, forbidden: OTHER_CANCELLATION_OPTIONS },
  response: { kind: 'empty' },
});
