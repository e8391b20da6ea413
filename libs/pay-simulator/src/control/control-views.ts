import type { SimulatorClock } from '../domain/clock.js';
import type { Delivery } from '../deliveries/delivery.js';
import type { Ledger } from '../domain/ledger.js';
import type { Services } from '../wiring/services.js';
import { Decimal, type JsonValue } from '../domain/wire-json.js';
import type { ActionStep } from './actions.js';

const isoOf = (time: number): string => new Date(time).toISOString();

/** Formats the virtual time as ISO 8601 text and in milliseconds. */
export function clockView(clock: SimulatorClock): { now: string; ms: number } {
  return { now: isoOf(clock.now()), ms: clock.now() };
}

/** Formats the times of an object, whose names end with `At`, as ISO 8601 text. Amounts are in minor units. */
export function withIsoTimes(value: object): Record<string, JsonValue> {
  const members = Object.entries(value as Readonly<Record<string, JsonValue>>);
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      typeof member === 'number' && /^at$|At$/.test(name) ? isoOf(member) : member,
    ]),
  );
}

/** Formats a step of an action. */
export function actionStepView({ type, ...subject }: ActionStep): Record<string, JsonValue> {
  const members = Object.entries(subject as Readonly<Record<string, string | object>>).map(
    ([name, value]) => [name, typeof value === 'object' ? withIsoTimes(value) : value] as const,
  );
  return { type, ...Object.fromEntries(members) };
}

/** Formats a delivery with its attempts and bodies. Integers above 2^53 are repeated as strings. */
export function deliveryView(delivery: Delivery): Record<string, JsonValue> {
  const { id, webhook, message, duplicateOf, state, dueAt, attempts } = delivery;
  return {
    id,
    webhookId: webhook.id,
    url: webhook.url,
    eventTypeId: message.eventTypeId,
    messageId: message.messageId,
    eventData: withTextCopies(message.eventData),
    duplicateOf,
    state,
    dueAt: dueAt === null ? null : isoOf(dueAt),
    attempts: attempts.map(withIsoTimes),
  };
}

/** Adds the digits of each large integer as a string, such as `OrderCodeText`, because `JSON.parse` rounds the number. */
function withTextCopies(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Decimal)
    return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, JsonValue | undefined][] =>
    typeof member === 'bigint'
      ? [
          [name, member],
          [`${name}Text`, String(member)],
        ]
      : [[name, member]],
  );
  return Object.fromEntries(members);
}

/** Formats the ledger: balances by currency and account, totals and entries. */
export function ledgerView(ledger: Ledger): Record<string, JsonValue> {
  const totals = ledger.totals();
  const balances = Object.keys(totals).map((currencyCode) => [
    currencyCode,
    Object.fromEntries(
      ledger.accounts(currencyCode).map((account) => [account, ledger.balance(account, currencyCode)]),
    ),
  ]);
  const bookings = ledger
    .bookings()
    .map(({ text, currencyCode, entries }) => ({ text, currencyCode, entries: { ...entries } }));
  return { balances: Object.fromEntries(balances) as JsonValue, totals: { ...totals }, bookings };
}

/** Formats a summary of the state. */
export function stateView(services: Services): Record<string, JsonValue> {
  const { clock, deliveries, faults, orders, transactions, wallet, webhooks } = services;
  return {
    clock: clockView(clock),
    orders: orders.list().length,
    transactions: transactions.list().length,
    webhooks: webhooks.list().length,
    deliveries: deliveries.list().length,
    faults: faults.list().length,
    walletBalance: wallet.balance(),
  };
}
