import type { Type } from '@nestjs/common';
import { Marketplace } from '../clients/marketplace.js';
import { PayISV } from '../clients/pay-isv.js';
import { PayWallet } from '../clients/pay-wallet.js';
import { isObject } from '../core/values/plain-data.js';

/** Area class, and the client's member that contains it. */
export type ClientArea = readonly [area: Type, member: string];

/** Clients by their names in PayModule's options. If two clients have the same area, the first client takes precedence. */
export const PAY_CLIENTS = {
  wallet: { service: PayWallet, areas: areasOf(PayWallet) },
  marketplace: { service: Marketplace, areas: areasOf(Marketplace) },
  isv: { service: PayISV, areas: areasOf(PayISV) },
} as const;

/** A client's name in PayModule's options. */
export type PayClientName = keyof typeof PAY_CLIENTS;

/** Names of the clients in order of precedence. */
export const PAY_CLIENT_NAMES = Object.keys(PAY_CLIENTS) as PayClientName[];

/** Lists the areas of a client, which are its members. The second name of an area is left out. */
function areasOf(client: new (options: never) => object): readonly ClientArea[] {
  const transport = { send: () => Promise.reject(new TypeError('this client makes no calls')) };
  const areas = new Map<unknown, ClientArea>();
  for (const [member, area] of Object.entries(new client({ transport } as never)))
    if (isObject(area) && !areas.has(area)) areas.set(area, [area.constructor as Type, member]);
  return [...areas.values()];
}
