// The client declares DTOs.
import 'reflect-metadata';
import type { PayWallet } from '../../clients/pay-wallet.js';
import { printableText } from '../../core/values/printable-text.js';
import { UUID } from '../../core/values/uuid.js';
import { oneOf, readArguments } from '../arguments.js';
import { jsonText, UsageError } from '../command.js';
import type { CommandIo } from '../command.js';
import { openRecords } from './application-records.js';
import type { CallRecord, InboxRecord } from '../../stores/sql/application-records.js';
import { LOOKUP_OPTIONS, LOOKUP_USAGE } from '../help.generated.js';
import { dataOf, withContext } from './operator-options.js';
import type { OperatorContext } from './operator-options.js';
import { orderText, publicReport, readOrder } from './order-report.js';
import type { OrderReport } from './order-report.js';

const KINDS = ['order', 'transaction', 'reference'] as const;
type Kind = (typeof KINDS)[number];
const WORDS = { order: 'order code', transaction: 'transaction ID', reference: 'reference' } as const;

export const usage = LOOKUP_USAGE;

export async function run(args: string[], io: CommandIo, open = openRecords): Promise<number> {
  const { values, positionals } = readArguments(args, LOOKUP_OPTIONS);
  const [id = '', ...more] = positionals;
  if (id.trim() === '' || more.length > 0)
    throw new UsageError('lookup: expected one order code, transaction ID or reference');
  const kind = oneOf('--as', values.as, KINDS) ?? kindOf(id);
  return withContext(values, io, open, async (context) => {
    const orders = await ordersOf(kind, id, context);
    const ids = [id, ...(orders ?? []).flatMap(idsOf)];
    const events = (await context.records?.events(ids)) ?? null;
    const calls = (await context.records?.calls(ids)) ?? null;
    const data = { kind, id, orders: orders?.map(publicReport) ?? null, events, calls };
    const what = `${WORDS[kind]}: ${printableText(id)}`;
    const found = { orders, events, calls };
    io.out(values.json ? jsonText(data) : text(what, found, context.records !== null));
    return Object.values(found).some((rows) => (rows ?? []).length > 0) ? 0 : 1;
  });
}

function kindOf(id: string): Kind {
  if (UUID.test(id)) return 'transaction';
  return /^\d{16}$/.test(id) ? 'order' : 'reference';
}

function idsOf({ orderCode, transactions }: OrderReport): string[] {
  return [orderCode, ...transactions.map(({ transactionId }) => transactionId)];
}

/** Reads the orders; null if the service cannot be asked for a reference. */
async function ordersOf(kind: Kind, id: string, context: OperatorContext): Promise<OrderReport[] | null> {
  const { call } = context;
  const reports = kind === 'reference' ? context.reports() : null;
  if (kind === 'reference' && reports === null) {
    if (context.records !== null) return null;
    throw new UsageError(
      'lookup: to search a reference, set PAY_DATA_SERVICES_CLIENT_ID and PAY_DATA_SERVICES_CLIENT_SECRET, ' +
        'or --database-url. To look up an order or a transaction by its ID, add --as order or --as transaction',
    );
  }
  const pay = context.merchant();
  const codes = reports === null ? await codesOf(kind, id, pay, call) : await codesWith(id, reports, call);
  const orders: OrderReport[] = [];
  for (const code of codes) {
    const order = await readOrder(pay, code, call);
    if (order !== null) orders.push(order);
  }
  return orders;
}

async function codesOf(kind: Kind, id: string, pay: PayWallet, call: OperatorContext['call']) {
  if (kind === 'order') return [id];
  const transaction = dataOf(await pay.transactions.getTransactionById(id, call));
  return transaction === null ? [] : [transaction.orderCodeText];
}

async function codesWith(MerchantTrns: string, reports: PayWallet, call: OperatorContext['call']) {
  const page = dataOf(await reports.dataServices.searchTransactions({ MerchantTrns }, {}, call));
  return [...new Set(page?.data.map(({ orderCodeText }) => orderCodeText) ?? [])];
}

const STATES: Readonly<Record<InboxRecord['state'], string>> = {
  unconfirmed: 'not confirmed by the service yet',
  waiting: 'waits for its handler',
  working: 'is being handled',
  done: 'handled',
  dead: 'dead letter',
};

interface Found {
  /** Null if the service was not asked. */
  orders: OrderReport[] | null;
  events: InboxRecord[] | null;
  calls: CallRecord[] | null;
}

const NOT_ASKED =
  'the service was not asked: a reference needs PAY_DATA_SERVICES_CLIENT_ID and PAY_DATA_SERVICES_CLIENT_SECRET\n';

function text(what: string, { orders, events, calls }: Found, hasDatabase: boolean): string {
  const none = orders === null ? NOT_ASKED : `the service has no payment with this ${what}\n`;
  const service = (orders ?? []).map(orderText).join('\n') || none;
  if (!hasDatabase) return `${service}\nyour application: set DATABASE_URL to see its events and calls\n`;
  return `${service}\nyour application\n${section('inbox', events, eventText)}${section('idempotency keys', calls, callText)}`;
}

const CREATED_BY = {
  inbox: 'your application creates it when it starts with a durable inbox',
  'idempotency keys': 'the first call with an idempotencyKey creates it',
};

function section<Row>(
  name: keyof typeof CREATED_BY,
  rows: readonly Row[] | null,
  line: (row: Row) => string,
): string {
  if (rows === null) return `  ${name}: no table in this schema yet: ${CREATED_BY[name]}\n`;
  return rows.length === 0 ? `  ${name}: nothing\n` : `  ${name}\n${rows.map(line).join('')}`;
}

function eventText({ id, key, state, receivedAt, finishedAt }: InboxRecord): string {
  const fix = state === 'dead' ? `: nestjs-pay inbox show ${id}` : '';
  return `    ${printableText(key)}  ${STATES[state]}${finishedAt === null ? '' : ` ${finishedAt}`}, received ${receivedAt}${fix}\n`;
}

function callText({ key, state, operation, transactionId, sentAt }: CallRecord): string {
  const fix = state === 'done' ? '' : `: nestjs-pay resolve ${printableText(key)}`;
  const made = transactionId === null ? '' : `, transaction ${transactionId}`;
  return `    ${printableText(key)}  ${operation ?? 'call'} ${state}${made}, sent ${sentAt}${fix}\n`;
}
