import type { AccountServices } from './merchant-services.js';

/** A connected merchant's part of the simulator's in-process handle. */
export type ConnectedMerchant = Pick<
  AccountServices,
  'account' | 'orders' | 'transactions' | 'wallet' | 'sources' | 'permissions' | 'webhooks'
> & {
  /** The merchant's card terminals. A test inserts a card, declines, cancels or lets the request time out. */
  readonly cardTerminals: AccountServices['cardTerminals'];
};
