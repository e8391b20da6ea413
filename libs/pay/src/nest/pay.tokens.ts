import type { InjectionToken, Type } from '@nestjs/common';
import { PAY_CLIENTS } from './pay.client-table.js';
import type { PayClientName } from './pay.client-table.js';

/** The HttpService that the clients' calls go through: see `@InjectPayHttp()`. */
export const PAY_HTTP = Symbol('PAY_HTTP');

/**
 * The injection token of a client or area: the class itself or, with a client's name, the class as that client has it.
 *
 * @throws TypeError when that client has no such area.
 */
export function getPayToken(target: Type, client?: PayClientName): InjectionToken {
  if (client === undefined) return target;
  const { service, areas } = PAY_CLIENTS[client];
  if (target === service) return target;
  const member = areas.find(([area]) => area === target)?.[1];
  if (member === undefined) throw new TypeError(`the ${client} client has no ${target.name}`);
  return `pay:${client}.${member}`;
}
