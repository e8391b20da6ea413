import type { InjectionToken, Type } from '@nestjs/common';
import { PayIdempotency } from '../idempotency/pay-idempotency.js';
import { fieldProblems } from './options/options-check.js';
import { PLACE } from './options/option-rules.js';
import { PAY_CLIENT_NAMES, PAY_CLIENTS } from './pay.client-table.js';
import type { PayClientName } from './pay.client-table.js';

/** The HttpService of a PayModule without a name. */
const PAY_HTTP = Symbol('PAY_HTTP');

/** Whose client or area is meant. */
export interface PayPlace {
  /** The name of a PayModule. @default the one without a name */
  account?: string;
  /** One of its clients, where several have the area. @default the first configured of wallet, marketplace, isv */
  client?: PayClientName;
}

/**
 * The injection token of a client or area, also for `app.get()` and `overrideProvider()`: the class itself where nothing
 * more is said.
 *
 * @param of a client's name, the name of a PayModule, or both: `{ account, client }`.
 * @example getPayToken(PayWallet, 'shop-gr')
 * @throws TypeError when that client has no such area, and for members of `of` that are none.
 */
export function getPayToken(target: Type, of: string | PayPlace = {}): InjectionToken {
  const place = typeof of === 'string' ? placeOf(of) : of;
  const problems = fieldProblems(PLACE, { ...place });
  if (problems.length > 0)
    throw new TypeError(`whose ${target.name} is meant is not clear: ${problems.join('; ')}`);
  const { account, client } = place;
  if (target === PayIdempotency) return account === undefined ? PayIdempotency : `pay:${account}:idempotency`;
  if (client !== undefined) return tokenInClient(target, client, account);
  if (account === undefined) return target;
  const holders = PAY_CLIENT_NAMES.filter((name) => memberOf(target, name) !== undefined);
  const [first] = holders;
  if (first === undefined) throw new TypeError(`${target.name} is no client or area of PayModule`);
  const member = memberOf(target, first);
  return `pay:${account}:${holders.join('|')}${member === '' ? '' : `.${member}`}`;
}

/** The token of the HttpService that a PayModule's calls go through: see `@InjectPayHttp()`. */
export function getPayHttpToken(account?: string): InjectionToken {
  return account === undefined ? PAY_HTTP : `pay:${account}:http`;
}

/** The account in a token that was made for one with a name. */
export function accountOfToken(token: unknown): string | undefined {
  return typeof token === 'string' ? /^pay:([^:]*):/.exec(token)?.[1] : undefined;
}

function placeOf(name: string): PayPlace {
  const client = PAY_CLIENT_NAMES.find((one) => one === name);
  return client === undefined ? { account: name } : { client };
}

function tokenInClient(target: Type, client: PayClientName, account: string | undefined): InjectionToken {
  const member = memberOf(target, client);
  if (member === undefined) throw new TypeError(`the ${client} client has no ${target.name}`);
  if (account !== undefined) return `pay:${account}:${client}${member === '' ? '' : `.${member}`}`;
  return member === '' ? target : `pay:${client}.${member}`;
}

/** A client's member that holds the area; empty for the client itself. */
function memberOf(target: Type, client: PayClientName): string | undefined {
  const { service, areas } = PAY_CLIENTS[client];
  return target === service ? '' : areas.find(([area]) => area === target)?.[1];
}
