import type { InjectionToken, Type } from '@nestjs/common';
import { PayIdempotency } from '../idempotency/pay-idempotency.js';
import { fieldProblems } from './options/options-check.js';
import { PLACE } from './options/option-rules.js';
import { PAY_CLIENT_NAMES, PAY_CLIENTS } from './pay.client-table.js';
import type { PayClientName } from './pay.client-table.js';

/** Token of the HttpService of the default account. */
const PAY_HTTP = Symbol('PAY_HTTP');

/** Account and client that a token belongs to. */
export interface PayPlace {
  /** Name of the PayModule. @default the default account */
  account?: string;
  /** Client, if several have the area. @default the first configured of wallet, marketplace, isv */
  client?: PayClientName;
}

/**
 * Returns the injection token of a client or area, also for `app.get()` and `overrideProvider()`. Without the second
 * argument, the token is the class itself.
 *
 * @param of - Name of a client, name of a PayModule, or both: `{ account, client }`.
 * @example getPayToken(PayWallet, 'shop-gr')
 * @throws TypeError if the client does not have the area, or `of` has an invalid member.
 */
export function getPayToken(target: Type, of: string | PayPlace = {}): InjectionToken {
  const place = typeof of === 'string' ? placeOf(of) : of;
  const problems = fieldProblems(PLACE, { ...place });
  if (problems.length > 0)
    throw new TypeError(`the second argument for ${target.name} is invalid: ${problems.join('; ')}`);
  return tokenOf(target, place);
}

/** Returns the injection token of a client or area whose place is known to be valid. */
export function tokenOf(target: Type, { account, client }: PayPlace): InjectionToken {
  if (target === PayIdempotency) return account === undefined ? PayIdempotency : `pay:${account}:idempotency`;
  if (client !== undefined) return tokenInClient(target, client, account);
  if (account === undefined) return target;
  const holders = PAY_CLIENT_NAMES.filter((name) => memberOf(target, name) !== undefined);
  const [first] = holders;
  if (first === undefined) throw new TypeError(`${target.name} is not a client or area of PayModule`);
  const member = memberOf(target, first);
  return `pay:${account}:${holders.join('|')}${member === '' ? '' : `.${member}`}`;
}

/** Returns the token of the HttpService that makes a PayModule's calls: see `@InjectPayHttp()`. */
export function getPayHttpToken(account?: string): InjectionToken {
  return account === undefined ? PAY_HTTP : `pay:${account}:http`;
}

/** Names a token in a message. */
export const nameOfToken = (token: InjectionToken): string =>
  typeof token === 'function' ? token.name : String(token);

/** Returns the account name in a token of a named PayModule. */
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

/** Returns the client's member that contains the area; an empty string for the client itself. */
export function memberOf(target: Type, client: PayClientName): string | undefined {
  const { service, areas } = PAY_CLIENTS[client];
  return target === service ? '' : areas.find(([area]) => area === target)?.[1];
}
