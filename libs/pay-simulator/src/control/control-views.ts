import type { SimulatorClock } from '../domain/clock.js';
import type { Delivery } from '../deliveries/delivery.js';
import type { FundsTransfer } from '../domain/funds-transfer.js';
import type { Ledger } from '../domain/ledger.js';
import type { OnboardedAccount } from '../domain/onboarding.js';
import type { Order } from '../domain/order.js';
import type { OneTimePassword } from '../domain/reseller-desk.js';
import type { TerminalSession } from '../domain/terminal-session.js';
import type { Transaction } from '../domain/transaction.js';
import type { Services } from '../wiring/services.js';
import { Decimal, type JsonValue } from '../domain/wire-json.js';
import type { ActionStep } from './actions.js';

const isoOrNull = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** Formats the virtual time as ISO 8601 text and in milliseconds. */
export function clockView(clock: SimulatorClock): { now: string; ms: number } {
  return { now: new Date(clock.now()).toISOString(), ms: clock.now() };
}

/** Formats an order. The code is a string, because it can exceed 2^53. */
export function orderView({ customer, paymentMethodFees, ...order }: Order): Record<string, JsonValue> {
  return {
    ...order,
    createdAt: isoOrNull(order.createdAt),
    expiresAt: isoOrNull(order.expiresAt),
    customer: { ...customer },
    paymentMethodFees: { ...paymentMethodFees },
  };
}

/** Formats a transaction with amounts in minor units. The card is masked, or null for cash. */
export function transactionView({
  card,
  counter,
  reading,
  ...transaction
}: Transaction): Record<string, JsonValue> {
  return {
    ...transaction,
    createdAt: isoOrNull(transaction.createdAt),
    clearedAt: isoOrNull(transaction.clearedAt),
    card: card && { ...card },
    ...(counter && { counter: { ...counter } }),
    ...(reading && { reading: { ...reading } }),
  };
}

/** Formats a step of an action. */
export function actionStepView(step: ActionStep): Record<string, JsonValue> {
  if ('order' in step) return { type: step.type, order: orderView(step.order) };
  if ('transaction' in step) return { type: step.type, transaction: transactionView(step.transaction) };
  if ('transfer' in step) return { type: step.type, transfer: transferView(step.transfer) };
  if ('session' in step) return { type: step.type, session: sessionView(step.session) };
  return { ...step };
}

function transferView(transfer: FundsTransfer): Record<string, JsonValue> {
  return {
    ...transfer,
    createdAt: isoOrNull(transfer.createdAt),
    executedAt: isoOrNull(transfer.executedAt),
  };
}

/** Formats a terminal session with amounts in minor units. */
function sessionView({ card, isv, ...session }: TerminalSession): Record<string, JsonValue> {
  return {
    ...session,
    createdAt: isoOrNull(session.createdAt),
    finishedAt: isoOrNull(session.finishedAt),
    abortAskedAt: isoOrNull(session.abortAskedAt),
    abortTakenAt: isoOrNull(session.abortTakenAt),
    card: card && { ...card },
    ...(isv && { isv: { ...isv } }),
  };
}

/** Formats an invited account. */
export function accountView({
  branding,
  details,
  known,
  person,
  ...account
}: OnboardedAccount): Record<string, JsonValue> {
  return {
    ...account,
    invitedAt: isoOrNull(account.invitedAt),
    connectedAt: isoOrNull(account.connectedAt),
    branding: branding && { ...branding },
    details: details && { ...details },
    person: person && { ...person },
    ...(known && { known: { ...known } }),
  };
}

/** Formats a one-time password. */
export function passwordView(password: OneTimePassword): Record<string, JsonValue> {
  return { ...password, expiresAt: isoOrNull(password.expiresAt) };
}

/** Formats a delivery with its attempts and bodies. Integers above 2^53 are repeated as strings. */
export function deliveryView({
  id,
  webhook,
  message,
  duplicateOf,
  state,
  dueAt,
  attempts,
}: Delivery): Record<string, JsonValue> {
  return {
    id,
    webhookId: webhook.id,
    url: webhook.url,
    eventTypeId: message.eventTypeId,
    messageId: message.messageId,
    eventData: withTextCopies(message.eventData),
    duplicateOf,
    state,
    dueAt: isoOrNull(dueAt),
    attempts: attempts.map((attempt) => ({ ...attempt, at: isoOrNull(attempt.at) })),
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
export function stateView({
  clock,
  deliveries,
  faults,
  orders,
  transactions,
  wallet,
  webhooks,
}: Services): Record<string, JsonValue> {
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
