import { dueAfter, DueStore, NOW } from '../jobs/due-store.js';
import type { Claimed } from '../jobs/due-store.js';
import { columnOf, epochMs } from '../stores/sql/sql-store.js';
import type { SqlSession, SqlTarget } from '../stores/sql/sql-store.js';
import { hoursPreloaded } from './sale.types.js';
import type { PaySale, PaySaleFilter, PayTillTotal, TillRequest } from './sale.types.js';

/** A sale that this process works on. */
export interface ClaimedSale extends Claimed<PaySale> {
  /** Failures of handlers, or checks after the end. */
  readonly failures: number;
  /** Time since it was stored, in milliseconds. */
  readonly ageMs: number;
  /** Time since it was sent, in milliseconds; 0 before. */
  readonly sentMs: number;
}

/** What a step found out. `dueInMs` is the time until the next step; null: none. */
export type SaleChange = Partial<
  Omit<PaySale, Exclude<keyof TillRequest, 'tip'> | 'requestedTip' | 'createdAt' | 'endedAt'>
> & {
  failures?: number;
  dueInMs: number | null;
};

const MEMBERS =
  'id kind parentId terminalId cashRegisterId currencyCode reference request state step abort reason message transactionId';
/** SQL of the tip that was paid. */
const TIP = 'coalesce(terminal_tip, tip)';
const SALE = [
  ...MEMBERS.split(' ').map((member) => `${columnOf(member)} as "${member}"`),
  `amount::float8 as amount, ${TIP}::float8 as tip, tip::float8 as "requestedTip", coalesce(receipt, 'null') as receipt`,
  'returned_externally::float8 as "returnedExternally"',
  `${epochMs('created_at')} as "createdAt", ${epochMs('ended_at')} as "endedAt"`,
].join(', ');
const OF_CLAIMED = `, failures, ${epochMs(`(${NOW} - created_at)`)} as "ageMs",
  coalesce(${epochMs(`(${NOW} - sent_at)`)}, 0) as "sentMs"`;

/** A row has milliseconds for dates, and JSON for objects. */
type Row = Readonly<Record<'createdAt' | 'endedAt', number> & Record<'request' | 'receipt', string>>;

/** Stores the sales of one account. */
export class SaleStore extends DueStore<PaySale> {
  constructor(sql: SqlTarget<unknown>, account: string) {
    super(sql, account, 'till_sales', SALE, OF_CLAIMED);
  }

  protected rowOf(row: Row): PaySale {
    const { createdAt, endedAt, request, receipt } = row;
    const dates = { createdAt: new Date(createdAt), endedAt: endedAt === null ? null : new Date(endedAt) };
    const objects = { request: JSON.parse(request) as object, receipt: JSON.parse(receipt) as object };
    return { ...row, ...dates, ...objects } as PaySale;
  }

  /** Stores a sale. Resolves with null if its ID exists, or its terminal has an open sale. Preloaded sales do not count. */
  async insert(sale: TillRequest, session?: SqlSession): Promise<PaySale | null> {
    const { amount, tip, request, ...texts } = sale;
    const preloaded = hoursPreloaded(sale) !== null;
    const values = { ...texts, request: JSON.stringify(request), preloaded };
    const names = Object.keys(values).map(columnOf).join(', ');
    const places = Object.keys(values).map((_, index) => `$${index + 5}`);
    const [inserted = null] = await this.write(
      `insert into ${this.table} (account, amount, tip, created_at, due_at, leased_until, ${names})
       values ($2, $3::float8::bigint, $4::float8::bigint, ${NOW}, ${NOW}, ${NOW}, ${places.join(', ')})
       on conflict do nothing`,
      [amount, tip, ...Object.values(values)],
      session,
    );
    return inserted;
  }

  /** Lists sales, newest first. */
  list({ terminalId, state, parentId, ...period }: PaySaleFilter, session?: SqlSession): Promise<PaySale[]> {
    return this.listWith({ terminal_id: terminalId, state, parent_id: parentId }, period, session);
  }

  async totals(from: Date, to: Date): Promise<PayTillTotal[]> {
    const { rows } = await this.sql.database.query<PayTillTotal>(
      `select terminal_id as "terminalId", kind, currency_code as "currencyCode", count(*)::int as count,
         sum(amount + ${TIP})::float8 as amount,
         sum(returned_externally)::float8 as "returnedExternally"
       from ${this.table} where account = $1 and state = 'paid' and ended_at >= $2::timestamptz and ended_at < $3::timestamptz
       group by terminal_id, kind, currency_code order by terminal_id, kind, currency_code`,
      [this.account, from, to],
    );
    return rows;
  }

  /** Makes the next step due now, and requests an abort of an open sale. */
  requestAbort(id: string): Promise<PaySale | null> {
    return this.makeDue(
      id,
      `, abort = case when state = 'open' and coalesce(abort, 'rejected') = 'rejected' then 'requested' else abort end`,
    );
  }

  /** Makes the next step of the sales due that events were about, also while a step works that may have read the service before. */
  async makeDueAbout(sessions: readonly string[], transactions: readonly string[]): Promise<void> {
    await this.write(
      `update ${this.table} set due_at = ${NOW}
       where account = $2 and ((id = any($3::text[]) and state <> 'paid') or transaction_id = any($4::text[]))`,
      [sessions, transactions],
    );
  }

  /** Claims sales whose next step is due. */
  async claim(limit: number, leaseMs: number): Promise<ClaimedSale[]> {
    return (await this.lease(limit, leaseMs)) as ClaimedSale[];
  }

  /** Notes before the request is sent that it may have reached the terminal, with its final members. False if the lease was lost, or an abort was requested. */
  async markSending({ id, token, request }: ClaimedSale): Promise<boolean> {
    const marked = await this.write(
      `update ${this.table} set step = 'sending', sent_at = ${NOW}, message = null, request = $5
       where account = $2 and id = $3 and token = $4 and step = 'stored' and abort is null`,
      [id, token, JSON.stringify(request)],
    );
    return marked.length > 0;
  }

  /** Stores what a step found out, and ends the lease. Resolves with null if the lease was lost. */
  async change(sale: ClaimedSale, change: SaleChange, session?: SqlSession): Promise<PaySale | null> {
    const { dueInMs, receipt, tip: terminalTip, ...texts } = change;
    const values = {
      ...texts,
      ...(receipt && { receipt: JSON.stringify(receipt) }),
      ...(terminalTip !== undefined && { terminalTip }),
    };
    const set = Object.keys(values).map((member, index) => `${columnOf(member)} = $${index + 6}, `);
    // A request that was sent, although the row did not show it, has its time from when it was found.
    if (change.step === 'sent') set.push(`sent_at = coalesce(sent_at, ${NOW}), `);
    if (change.state !== undefined) set.push(`ended_at = ${NOW}, `);
    const dueAt = dueAfter('$5', String(change.state === undefined));
    const [changed = null] = await this.write(
      `update ${this.table} set ${set.join('')}due_at = ${dueAt}, leased_until = ${NOW}
       where account = $2 and id = $3 and token = $4`,
      [sale.id, sale.token, dueInMs, ...Object.values(values)],
      session,
    );
    return changed;
  }

  /**
   * Stores the end that a person found. A process that works on the sale loses its lease. Null if the sale does not need a person, or
   * another sale has the transaction.
   */
  async resolve(id: string, transactionId: string | null, session: SqlSession): Promise<PaySale | null> {
    const [resolved = null] = await this.write(
      `update ${this.table} set state = case when $4::text is null then 'not-paid' else 'paid' end,
         reason = case when $4::text is null then 'resolved' end, message = null,
         transaction_id = coalesce($4::text, transaction_id), ended_at = ${NOW}, due_at = null, leased_until = ${NOW}, token = null
       where account = $2 and id = $3 and state = 'needs-a-person'
         and not exists (select from ${this.table} other where other.account = $2 and other.transaction_id = $4 and other.id <> $3)`,
      [id, transactionId],
      session,
    );
    return resolved;
  }
}
