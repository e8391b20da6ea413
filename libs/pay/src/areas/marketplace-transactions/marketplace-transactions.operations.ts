import { defineOperation } from '../../core/operation/operation.js';
import { MarketplaceRefundOptions } from './marketplace-transactions.types.js';
import type { MarketplaceRefundAnswer } from './marketplace-transactions.types.js';

export const CANCEL_MARKETPLACE_TRANSACTION = defineOperation<MarketplaceRefundAnswer>()({
  id: 'transactions.cancelTransaction',
  method: 'DELETE',
  host: 'api',
  path: '/acquiring/v1/transactions/{transactionId}',
  parameters: { transactionId: 'uuid' },
  auth: 'oauth',
  retry: { callerKey: 'idempotencyKey' },
  outcomeLookup: {
    nothing:
      'The status of the payment says that something was given back, not how much. Give an idempotencyKey: with it the call can be repeated.',
  },
  options: {
    dto: MarketplaceRefundOptions,
    in: 'query',
    forbidden: { serviceId: 'with it, it would be a pay-out' },
  },
  answer: { kind: 'json', required: ['transactionId'], members: { types: { transactionId: 'text' } } },
});
