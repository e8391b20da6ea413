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
      'The status of the payment shows that money was refunded, but not how much. Pass an idempotencyKey to make the call repeatable.',
  },
  options: {
    dto: MarketplaceRefundOptions,
    in: 'query',
    forbidden: { serviceId: 'it would make the call a payout' },
  },
  answer: { kind: 'json', required: ['transactionId'], members: { types: { transactionId: 'text' } } },
});
