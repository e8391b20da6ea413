// The client declares DTOs.
import 'reflect-metadata';
import type { PayWallet } from '../../clients/pay-wallet.js';
import { describeThrown, isInstance } from '../../core/values/describe-thrown.js';
import { numberOf, readArguments } from '../arguments.js';
import { wrapped } from '../command-text.js';
import { CommandError, jsonText, UsageError } from '../command.js';
import type { CommandIo } from '../command.js';
import { openRecords } from './application-records.js';
import type { InboxRecord } from '../../stores/sql/application-records.js';
import type { OpenRecords } from './application-records.js';
import { RECONCILE_OPTIONS, RECONCILE_USAGE } from '../help.generated.js';
import { withContext } from './operator-options.js';
import type { OperatorContext } from './operator-options.js';
import { orderText, publicReport, readOrder } from './order-report.js';
import type { ExpectedEvent, OrderReport } from './order-report.js';

/** Events of older transactions may be forgotten: the retention of a durable inbox, less an hour as in PayReconciler. */
const REMEMBERED_MS = (30 * 24 - 1) * 3_600_000;

/** `unknown`: there is no database. `too-old`: the inbox may have forgotten the event. */
type EventState = InboxRecord['state'] | 'missed' | 'too-old' | 'unknown';
interface OrderResult {
  orderCode: string;
  /** Null if it cannot be read. */
  report: OrderReport | null;
  failure: string | null;
  events: { event: ExpectedEvent; state: EventState }[];
}

export const usage = RECONCILE_USAGE;

export async function run(args: string[], io: CommandIo, open = openRecords): Promise<number> {
  const { values, positionals } = readArguments(args, RECONCILE_OPTIONS);
  const { from, to } = values;
  const period = from !== undefined && to !== undefined ? { from, to } : null;
  if (positionals.length > 0 === (period !== null) || (period === null && (from ?? to) !== undefined))
    throw new UsageError(
      'reconcile: expected order codes, or --from and --to, such as --from 2026-11-01 --to 2026-11-02',
    );
  const wrong = positionals.find((code) => !/^\d{1,19}$/.test(code));
  if (wrong !== undefined)
    throw new UsageError('reconcile: an order code has digits only; to find an order, use nestjs-pay lookup');
  const maxOrders = numberOf('--max-orders', values['max-orders'], 99_999) ?? 250;
  return withContext(values, io, open, async (context) => {
    const codes = period === null ? new Set(positionals) : await findOrders(period, context);
    const pay = context.merchant();
    const results: OrderResult[] = [];
    for (const code of [...codes].slice(0, maxOrders)) results.push(await readResult(code, pay, context));
    const left = codes.size - results.length;
    const count = (test: (result: OrderResult) => number): number =>
      results.reduce((all, one) => all + test(one), 0);
    const missed = count(({ events }) => events.filter(({ state }) => state === 'missed').length);
    const failures = count(({ failure }) => (failure === null ? 0 : 1));
    const isOpen = ({ report }: OrderResult): boolean => /^(pending|processing)$/.test(report?.status ?? '');
    const totals = { orders: results.length, open: results.filter(isOpen).length, missed, failures, left };
    const data = { ...totals, results: results.map(publicResult) };
    io.out(values.json ? jsonText(data) : resultText(results, totals));
    return missed + failures > 0 ? 1 : 0;
  });
}

/** Finds the orders of a period's transactions. */
async function findOrders({ from, to }: { from: string; to: string }, { reports, call }: OperatorContext) {
  const client = reports();
  if (client === null)
    throw new UsageError(
      'reconcile: for --from and --to, set PAY_DATA_SERVICES_CLIENT_ID and PAY_DATA_SERVICES_CLIENT_SECRET',
    );
  const codes = new Set<string>();
  try {
    const period = { insDateFrom: from, insDateTo: to };
    const page = { OrderBy: 'Ascending', PageSize: 100 } as const;
    for await (const row of client.dataServices.iterateTransactions(period, page, call))
      codes.add(row.orderCodeText);
  } catch (error) {
    const { code, message } = describeThrown(error);
    throw code === 'validationerror' ? new UsageError(`reconcile: ${message}`) : new CommandError(message);
  }
  return codes;
}

async function readResult(
  orderCode: string,
  pay: PayWallet,
  { call, records }: OperatorContext,
): Promise<OrderResult> {
  const failed = (failure: string): OrderResult => ({ orderCode, report: null, failure, events: [] });
  let report: OrderReport | null;
  try {
    report = await readOrder(pay, orderCode, call);
  } catch (error) {
    if (isInstance(error, UsageError)) throw error;
    return failed(describeThrown(error).message);
  }
  if (report === null) return failed('the service has no order with this code');
  const stored = await storedEvents(report, records);
  return {
    orderCode,
    report,
    failure: null,
    events: report.events.map((event) => ({ event, state: stateOf(event, stored) })),
  };
}

async function storedEvents({ orderCode, events }: OrderReport, records: OpenRecords | null) {
  return (await records?.events([orderCode, ...events.map(({ about }) => about)])) ?? null;
}

function stateOf(
  { key: { type, end }, madeAt }: ExpectedEvent,
  stored: readonly InboxRecord[] | null,
): EventState {
  if (stored === null) return 'unknown';
  // The key of an inbox also contains the endpoint and the account.
  const matches = stored.filter(({ key }) => key.includes(`|${type}:`) && key.endsWith(`:${end}`));
  const event = matches.find(({ state }) => state !== 'unconfirmed') ?? matches[0];
  if (event !== undefined) return event.state;
  return madeAt !== null && Date.parse(madeAt) < Date.now() - REMEMBERED_MS ? 'too-old' : 'missed';
}

function publicResult({ orderCode, report, failure, events }: OrderResult): object {
  const withStates = events.map(({ event: { key: _key, ...event }, state }) => ({ ...event, state }));
  return { ...(report === null ? { orderCode } : publicReport(report)), failure, events: withStates };
}

const MEANINGS: Readonly<Record<EventState, string>> = {
  unconfirmed: 'stored: the service has not confirmed it yet',
  waiting: 'stored: it waits for its handler',
  working: 'stored: it is being handled',
  done: 'handled',
  dead: 'dead letter: see nestjs-pay inbox list',
  missed: 'MISSED: reconcile the order in your application',
  'too-old': 'too old: the inbox may have forgotten it',
  unknown: 'set DATABASE_URL to see whether your application has it',
};

function resultText(results: readonly OrderResult[], totals: Readonly<Record<string, number>>): string {
  const orders = results.map(({ orderCode, report, failure, events }) =>
    report === null
      ? `${wrapped(`order ${orderCode}: ${failure}`, 2)}\n`
      : `${orderText(report)}${events.map(({ event, state }) => `${wrapped(`  event ${event.eventTypeId} ${event.name} ${event.about}: ${MEANINGS[state]}`, 4)}\n`).join('')}`,
  );
  const { orders: count, open, missed, failures, left } = totals;
  const more = left === 0 ? '' : `, ${left} left: raise --max-orders`;
  const list = orders.map((order) => `${order}\n`).join('');
  return `${list}orders: ${count}, open: ${open}, missed events: ${missed}, failures: ${failures}${more}\n`;
}
