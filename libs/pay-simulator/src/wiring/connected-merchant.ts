import type { AccountServices } from './merchant-services.js';

/** A connected merchant's side of the service, for whoever drives the simulator in process. */
export type ConnectedMerchant = Pick<
  AccountServices,
  'account' | 'orders' | 'transactions' | 'wallet' | 'sources' | 'permissions' | 'webhooks'
> & {
  /** The merchant's card terminals: a test inserts a card, declines, cancels or walks away. */
  readonly cardTerminals: AccountServices['cardTerminals'];
};
