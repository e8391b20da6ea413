import { defineOperation } from '../../core/operation/operation.js';
import {
  CancelPartialAuthorizationOptions,
  CancelRebateOrFastRefundOptions,
  CreateCardTokenOptions,
  FastRefundOptions,
  IncreasePreauthOptions,
  RebateOptions,
} from './acquiring.types.js';
import type { CardToken, DisbursementAnswer, IncreasePreauthAnswer } from './acquiring.types.js';

/** A key stands for one request. @see contract/transactions.json transactions.fastRefund */
export const KEY_HINTS = {
  409: 'The idempotency key was used before, for another request or one that was cancelled since: take a new key for a new intent.',
} as const;

/** What tells the other calls on the address of these cancellations: a refund of a platform's, a pay-out. */
const OF_OTHER_CANCELLATIONS = {
  reverseTransfers: 'it is of a platform’s refund',
  refundPlatformFee: 'it is of a platform’s refund',
  serviceId: 'with it, it would be a pay-out',
} as const;

export const CREATE_CARD_TOKEN = defineOperation<CardToken>()({
  id: 'transactions.createCardToken',
  method: 'POST',
  host: 'api',
  path: '/acquiring/v1/cards/tokens',
  auth: 'oauth',
  retry: 'idempotent',
  options: { dto: CreateCardTokenOptions, in: 'json' },
  answer: { kind: 'json', required: ['token'], members: { types: { token: 'text' } } },
});

export const INCREASE_PREAUTH = defineOperation<IncreasePreauthAnswer>()({
  id: 'transactions.increasePreauth',
  method: 'POST',
  host: 'api',
  path: '/acquiring/v1/transactions/{transactionId}:increasepreauth',
  parameters: { transactionId: 'uuid' },
  auth: 'oauth',
  retry: { callerKey: 'idempotencyKey' },
  outcomeLookup: {
    nothing:
      'A read tells what is held, not from what it rose. Give an idempotencyKey: with it the call can be repeated.',
  },
  hints: KEY_HINTS,
  options: { dto: IncreasePreauthOptions, in: 'json' },
  answer: { kind: 'json', required: ['transactionId'], members: { types: { transactionId: 'text' } } },
});

export const CANCEL_PARTIAL_AUTHORIZATION = defineOperation<null>()({
  id: 'transactions.cancelPartialAuthorization',
  method: 'DELETE',
  host: 'api',
  path: '/acquiring/v1/transactions/{transactionId}',
  parameters: { transactionId: 'uuid' },
  auth: 'oauth',
  retry: { callerKey: 'idempotencyKey' },
  outcomeLookup: { read: 'transactions.getLegacyTransactions', about: 'refund', from: 'transactionId' },
  hints: KEY_HINTS,
  options: { dto: CancelPartialAuthorizationOptions, in: 'query', forbidden: OF_OTHER_CANCELLATIONS },
  answer: { kind: 'empty' },
});

export const REBATE = defineOperation<DisbursementAnswer>()({
  id: 'transactions.rebate',
  method: 'POST',
  host: 'api',
  path: '/acquiring/v1/transactions/{transactionId}:rebate',
  parameters: { transactionId: 'uuid' },
  auth: 'oauth',
  retry: { callerKey: 'idempotencyKey' },
  outcomeLookup: { read: 'transactions.getLegacyTransactions', about: 'refund', from: 'transactionId' },
  hints: KEY_HINTS,
  options: { dto: RebateOptions, in: 'json' },
  answer: {
    kind: 'json',
    required: ['transactionId'],
    members: { types: { transactionId: 'text' }, amount: { name: 'amount', unit: 'minor' } },
  },
});

export const FAST_REFUND = defineOperation<DisbursementAnswer>()({
  id: 'transactions.fastRefund',
  method: 'POST',
  host: 'api',
  path: '/acquiring/v1/transactions/{transactionId}:fastrefund',
  parameters: { transactionId: 'uuid' },
  auth: 'oauth',
  retry: { callerKey: 'idempotencyKey' },
  outcomeLookup: { read: 'transactions.getLegacyTransactions', about: 'refund', from: 'transactionId' },
  hints: KEY_HINTS,
  options: { dto: FastRefundOptions, in: 'json' },
  answer: {
    kind: 'json',
    required: ['transactionId'],
    members: { types: { transactionId: 'text' }, amount: { name: 'amount', unit: 'minor' } },
  },
});

export const CANCEL_REBATE_OR_FAST_REFUND = defineOperation<null>()({
  id: 'transactions.cancelRebateOrFastRefund',
  method: 'DELETE',
  host: 'api',
  path: '/acquiring/v1/transactions/{transactionId}',
  parameters: { transactionId: 'uuid' },
  auth: 'oauth',
  retry: { callerKey: 'idempotencyKey' },
  outcomeLookup: {
    nothing:
      'Which transaction the cancellation makes, and of which one, is not documented. Give an idempotencyKey: with it the call can be repeated.',
  },
  hints: KEY_HINTS,
  options: { dto: CancelRebateOrFastRefundOptions, in: 'query', forbidden: OF_OTHER_CANCELLATIONS },
  answer: { kind: 'empty' },
});
