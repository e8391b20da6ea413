import { kindOfType } from '../../areas/transactions/movement-kind.js';
import { OrderState, TransactionStatus } from '../../areas/coded-values.generated.js';
import type { PayWallet } from '../../clients/pay-wallet.js';
import { otherCurrencyCode } from '../../core/values/currencies.js';
import { toMajorUnits, toMinorUnits } from '../../core/values/money.js';
import { loggableText } from '../../core/values/redaction.js';
import { eventOfOrder, eventOfTransaction } from '../../nest/reconciler/missed-events.js';
import { PaymentTimeline } from '../../timeline/payment-timeline.js';
import type { PaymentState } from '../../timeline/payment-state.js';
import { payWebhookDedupeKey } from '../../webhooks/dedupe-key.js';
import { dataOf } from './operator-options.js';
import type { LegacyTransaction, Order } from '../../areas/results.generated.js';

/** A transaction, without data of the customer. */
type TransactionReport = ReturnType<typeof transactionReport>;
/** An event that the application should have handled. */
export type ExpectedEvent = ReturnType<typeof expectedEvents>[number];
/** What the service has about an order. */
export type OrderReport = NonNullable<Awaited<ReturnType<typeof readOrder>>>;

/**
 * Reads an order like the reconciler: its transactions, then the order. Resolves with null if the service does not have it. Amounts are
 * in minor units.
 */
export async function readOrder(pay: PayWallet, orderCode: string, call: { timeoutMs: number }) {
  const list = dataOf(await pay.transactions.getLegacyTransactions(undefined, { orderCode }, call));
  const order = dataOf(await pay.payments.getOrder(orderCode, call));
  if (order === null) return null;
  const transactions = list?.Transactions ?? [];
  const { state } = PaymentTimeline.of(orderCode).withTransactions(transactions).withOrder(order);
  const { status, captured, refunded, maybeRefunded, currencyCode, ended, missing } = state;
  return {
    orderCode,
    ...{ status, captured, refunded, maybeRefunded, currencyCode, ended, missing },
    // An order has no currency until the first attempt to pay.
    requested: currencyCode === null ? null : toMinorUnits(order.RequestAmount, currencyCode),
    reference: loggableText(order.MerchantTrns ?? ''),
    transactions: transactions.map(transactionReport),
    events: expectedEvents(order, transactions),
  };
}

/** Removes the members that only this program uses. */
export function publicReport({ events, ...report }: OrderReport): object {
  return { ...report, events: events.map(({ key: _key, ...event }) => event) };
}

/** Describes a transaction. The amount is in minor units, and negative if money was returned. */
export function transactionReport(transaction: LegacyTransaction) {
  const { TransactionId, ParentId, StatusId, Amount, CurrencyCode, InsDate, TransactionType } = transaction;
  const type = TransactionType.TransactionTypeId;
  return {
    transactionId: TransactionId,
    parentId: ParentId,
    kind: kindOfType(type) ?? `type ${type}`,
    statusId: StatusId,
    amount: toMinorUnits(Amount, CurrencyCode),
    currencyCode: CurrencyCode,
    madeAt: InsDate,
  };
}

/** Lists the events of an order. `madeAt` is null for the end of the order, and `key` has start and end of the key in an inbox. */
function expectedEvents(order: Order, transactions: readonly LegacyTransaction[]) {
  const isInProgress = transactions.some(({ StatusId }) => StatusId === TransactionStatus.Active);
  const hasEnded = order.StateId !== OrderState.Expired || !isInProgress;
  const found = [
    ...transactions.map((one) => ({ event: eventOfTransaction(one), madeAt: one.InsDate })),
    { event: hasEnded ? eventOfOrder(order, new Date()) : null, madeAt: null },
  ];
  return found.flatMap(({ event, madeAt }) => {
    if (event === null || event.eventTypeId === null) return [];
    const [type = '', end = ''] = payWebhookDedupeKey(event, '', { readBack: true }).split('::');
    const about = String(madeAt === null ? order.OrderCodeText : event.data.TransactionId);
    return [{ eventTypeId: event.eventTypeId, name: event.name, about, madeAt, key: { type, end } }];
  });
}

/** Meaning of a status for the operator, as on the page "When a customer calls". */
const NEXT: Partial<Record<PaymentState['status'], string>> = {
  pending: 'nothing was captured',
  failed: 'nothing was captured',
  processing: 'look again in a few minutes',
  authorized: 'a hold, no charge: capture it, or release it',
};

/** Returns an order as text. */
export function orderText(report: OrderReport): string {
  const { orderCode, status, ended, reference, requested, captured, refunded, maybeRefunded, missing } =
    report;
  const next = NEXT[status] === undefined ? '' : ` (${NEXT[status]})`;
  const amounts = Object.entries({ requested, captured, refunded, maybeRefunded })
    .filter(([name, amount]) => name === 'captured' || (amount ?? 0) !== 0)
    .map(([name, amount]) => `${name} ${money(amount ?? 0, report.currencyCode)}`);
  const unread =
    missing.length === 0 ? '' : `  read these before you trust the amounts: ${missing.join(', ')}\n`;
  return `order ${orderCode}: ${status}${ended === null ? '' : `, ${ended}`}${next}
  ${amounts.join(', ')}${reference === '' ? '' : `, reference ${reference}`}
${unread}${report.transactions.map(transactionText).join('')}`;
}

export function transactionText(transaction: TransactionReport): string {
  const { transactionId, kind, statusId, amount, currencyCode, madeAt, parentId } = transaction;
  const parent = parentId === null ? '' : ` of ${parentId}`;
  return `  ${transactionId}  ${kind.padEnd(8)} ${statusId.padEnd(2)} ${money(amount, currencyCode).padStart(12)}  ${madeAt}${parent}\n`;
}

function money(amount: number, currencyCode: string | null): string {
  return currencyCode === null
    ? String(amount)
    : `${toMajorUnits(amount, currencyCode)} ${otherCurrencyCode(currencyCode)}`;
}
