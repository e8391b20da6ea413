import { CHANNELS, SCOPES } from './contract.generated.js';

/** Channel of payments at terminals and counters. @see contract/behaviour/plugins.yaml channel-of-terminals */
export const COUNTER_CHANNEL = '5d7a7e50-0000-4000-8000-0000000000c1';

/** Returns the channel of an order or a transaction. */
export const channelOf = ({ channelId }: { readonly channelId?: string }): string =>
  channelId ?? CHANNELS['Orders of the checkout API'];

/** Returns the channel of an order by the scopes of the token that creates it. @see contract/behaviour/plugins.yaml channel-by-scope */
export const channelByScopes = (scopes: readonly string[]): { readonly channelId?: string } =>
  scopes.includes(SCOPES['payments:core:api:plugins:woocommerce'])
    ? { channelId: CHANNELS['Plugin for WooCommerce'] }
    : {};
