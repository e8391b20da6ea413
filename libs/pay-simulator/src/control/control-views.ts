import type { SimulatorClock } from '../domain/clock.js';
import { hasFailed, orderCodeOf, type Delivery, type Message } from '../deliveries/delivery.js';
import { isObject } from '../domain/json-kinds.js';
import type { Schema } from '../domain/json-schema.js';
import type { Services } from '../services/services.js';
import type { JsonValue } from '../domain/wire-json.js';
import { resolveSchema } from '../domain/control-contract.js';

const isoOf = (time: number): string => new Date(time).toISOString();

/** Writes the times of a response, which its schema marks, as ISO 8601 text. */
export function withIsoTimes(value: unknown, schema: Schema | undefined): unknown {
  if (schema?.$ref !== undefined) return withIsoTimes(value, resolveSchema(schema.$ref));
  if (schema?.anyOf) return schema.anyOf.reduce<unknown>(withIsoTimes, value);
  if (typeof value === 'number') return schema?.format === 'date-time' ? isoOf(value) : value;
  if (Array.isArray(value)) return value.map((item) => withIsoTimes(item, schema?.items));
  if (!isObject(value) || !schema?.properties) return value;
  const { properties } = schema;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withIsoTimes(member, properties[name])]),
  );
}

/** Formats the virtual time as ISO 8601 text and in milliseconds. */
export function clockView(clock: SimulatorClock) {
  return { now: isoOf(clock.now()), ms: clock.now(), isTicking: clock.isTicking };
}

/** Returns a search for the texts of the query member `contains`, in any case. Without the member, every value has them. */
export function searchOf(query: URLSearchParams): (value: unknown) => boolean {
  const contains = query.get('contains');
  if (contains === null) return () => true;
  const wanted = contains.toLowerCase().split(',').filter(Boolean);
  const shortest = Math.min(...wanted.map(({ length }) => length));
  const has = (value: unknown): boolean => {
    if (typeof value === 'object') return value !== null && Object.values(value).some(has);
    if (value === undefined) return false;
    const text = `${value as string}`;
    if (text.length < shortest) return false;
    const searched = text.toLowerCase();
    return wanted.some((one) => searched.includes(one));
  };
  return has;
}

/** Formats a delivery with its attempts and bodies. */
export function deliveryView({ webhook, message, ...delivery }: Delivery) {
  const { created, eventTypeId, messageId, eventData } = message;
  return {
    ...delivery,
    ...{ eventTypeId, messageId, webhookId: webhook.id, url: webhook.url },
    createdAt: delivery.attempts[0]?.at ?? Date.parse(created),
    orderCode: orderCodeOf(message),
    hasFailed: hasFailed(delivery),
    eventData: withTextCopies(eventData),
  };
}

/** Adds the digits of each large integer as a string, such as `OrderCodeText`, because `JSON.parse` rounds the number. */
function withTextCopies(data: Message['eventData']): Message['eventData'] {
  const members = Object.entries(data).flatMap(([name, member]): [string, JsonValue][] =>
    typeof member === 'bigint'
      ? [
          [name, member],
          [`${name}Text`, String(member)],
        ]
      : [[name, member]],
  );
  return Object.fromEntries(members);
}

/** Formats a summary of the state. */
export function stateView(services: Services) {
  const { clock, deliveries, faults, orders, payments, transactions, wallet, webhooks } = services;
  return {
    clock: clockView(clock),
    orders: orders.size,
    transactions: transactions.list().length,
    webhooks: webhooks.list().length,
    deliveries: deliveries.size,
    faults: faults.list().length,
    walletBalance: wallet.balance(),
    nextDecline: payments.nextDecline,
  };
}
