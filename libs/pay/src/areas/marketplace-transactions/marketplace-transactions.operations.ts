import { defineOperation } from '../define-operation.js';
import { READ_THE_PAYMENT } from '../transactions/refund-refusals.js';
import { MarketplaceRefundOptions } from './marketplace-transactions.options.generated.js';

export const CANCEL_MARKETPLACE_TRANSACTION = defineOperation('marketplace:transactions.cancelTransaction', {
  outcomeLookup: {
    nothing:
      'The status of the payment shows that money was refunded, but not how much. Pass an idempotencyKey to make the call repeatable.',
  },
  options: {
    dto: MarketplaceRefundOptions,
    forbidden: { serviceId: 'it would make the call a payout' },
  },
  hints: { 409: READ_THE_PAYMENT },
});

/** The same call under the name that users look for, which its messages use. */
export const REFUND: typeof CANCEL_MARKETPLACE_TRANSACTION = {
  ...CANCEL_MARKETPLACE_TRANSACTION,
  displayName: 'transactions.refund',
};
