import { dueAfter, DueStore, NOW } from '../jobs/due-store.js';
import type { Claimed } from '../jobs/due-store.js';
import { epochMs } from '../stores/sql/sql-store.js';
import type { SqlSession, SqlTarget } from '../stores/sql/sql-store.js';
import { withoutUndefined } from '../core/values/plain-data.js';
import { transactionTimeOf } from './fiscal-record.js';
import type { FiscalData, FiscalRecord } from './fiscal-record.js';
import type { PayFiscalFilter, PayFiscalTotal } from './fiscal.types.js';

const RECORD = `id, kind, state, amount::float8 as amount, tip::float8 as tip, data, message, failures,
  ${epochMs('created_at')} as "createdAt", ${epochMs('paid_at')} as "paidAt", ${epochMs('reported_at')} as "reportedAt"`;

type Row = Omit<FiscalRecord, keyof FiscalData | 'createdAt' | 'paidAt' | 'reportedAt'> & {
  data: string;
  createdAt: number;
  paidAt: number | null;
  reportedAt: number | null;
};

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** Type of the row of `fiscal_series` whose last number is a day. No document has this type: theirs are numbers with a dot. */
const AUTONOMOUS_READS = 'autonomous-reads';

/** A row that this process works on. */
export type ClaimedRecord = Claimed<FiscalRecord>;

/** A new row. */
export type NewRecord = FiscalData & Pick<FiscalRecord, 'id' | 'kind' | 'state' | 'amount' | 'tip'>;

/** What changes of a row. `dueInMs` is the time until the next step; null: none; absent: as before. */
export type RecordChange = Partial<FiscalData> &
  Partial<Pick<FiscalRecord, 'state' | 'message' | 'failures' | 'tip'>> & {
    dueInMs?: number | null;
    /** Whether a claimed step writes it: a time that was set during the step stays. */
    isStep?: boolean;
    /** Stores that the provider has confirmed the report now. */
    isReported?: boolean;
  };

/** Returns the expression of when a row was paid: the time of its session, unless that is missing or in the future. */
const paidAt = (sessionTime: string): string => `least(${sessionTime}::timestamptz, ${NOW})`;

/** Stores the fiscal sales of one account. */
export class FiscalStore extends DueStore<FiscalRecord> {
  readonly #series: string;

  constructor(sql: SqlTarget<unknown>, account: string) {
    super(sql, account, 'fiscal_sales', RECORD);
    this.#series = `"${sql.schema}".fiscal_series`;
  }

  /** Returns the key of a sale at the provider, which accounts with the same IDs can share. */
  keyOf(id: string): string {
    return this.account === '' ? id : `${this.account}/${id}`;
  }

  protected rowOf({ data, ...row }: Row): FiscalRecord {
    const dates = { paidAt: dateOf(row.paidAt), reportedAt: dateOf(row.reportedAt) };
    return { ...row, ...(JSON.parse(data) as FiscalData), ...dates, createdAt: new Date(row.createdAt) };
  }

  /** Stores a row. Returns false if its ID exists. A paid one is due now. */
  async insert(record: NewRecord, session?: SqlSession): Promise<boolean> {
    const { id, kind, state, amount, tip, ...data } = record;
    const { type = null, series = null, number = null } = data.document ?? {};
    const inserted = await this.write(
      `insert into ${this.table} (account, id, kind, state, type, series, number, amount, tip, data, created_at, paid_at, due_at)
       values ($2, $3, $4, $5, $6, $7, $8::float8::bigint, $9::float8::bigint, $10::float8::bigint, $11, ${NOW},
         case when $5 = 'paid' then ${paidAt('$12')} end, case when $5 = 'paid' then ${NOW} end)
       on conflict do nothing`,
      [
        ...[id, kind, state, type, series, number, amount, tip],
        ...[JSON.stringify(data), transactionTimeOf(data.session)],
      ],
      session,
    );
    return inserted.length > 0;
  }

  /** Lists fiscal sales, newest first. */
  list({ state, ...period }: PayFiscalFilter): Promise<FiscalRecord[]> {
    return this.listWith({ state }, period);
  }

  async totals(from: Date, to: Date): Promise<PayFiscalTotal[]> {
    const { rows } = await this.sql.database.query<PayFiscalTotal>(
      `select kind, type, series, count(*)::int as count, (count(*) - count(reported_at))::int as unreported,
         sum(amount)::float8 as amount, sum(tip)::float8 as tips
       from ${this.table}
       where account = $1 and state in ('paid', 'reported') and paid_at >= $2::timestamptz and paid_at < $3::timestamptz
       group by kind, type, series order by kind, type, series`,
      [this.account, from, to],
    );
    return rows;
  }

  /**
   * Locks a series until the transaction ends, so that its sales are stored one after another.
   *
   * @returns The last number of the series.
   */
  async lockSeries(type: string, series: string, session: SqlSession): Promise<number> {
    const { rows } = await session.query<{ last: number }>(
      `insert into ${this.#series} as one (account, type, series, last) values ($1, $2, $3, 0)
       on conflict (account, type, series) do update set last = one.last returning last::float8 as last`,
      [this.account, type, series],
    );
    return rows[0]?.last ?? 0;
  }

  /** Stores that a number of a locked series is used. */
  async useNumber(type: string, series: string, number: number, session: SqlSession): Promise<void> {
    await session.query(
      `update ${this.#series} set last = greatest(last, $4::float8::bigint) where account = $1 and type = $2 and series = $3`,
      [this.account, type, series, number],
    );
  }

  /** Returns the last UTC day whose autonomous sales were read, in days since 1970. Null before the first one. */
  async lastAutonomousDay(): Promise<number | null> {
    const { rows } = await this.sql.database.query<{ last: number }>(
      `select last::float8 as last from ${this.#series} where account = $1 and type = $2`,
      [this.account, AUTONOMOUS_READS],
    );
    return rows[0]?.last ?? null;
  }

  /** Stores that the autonomous sales of a day, and of all days before it, were read. */
  async saveAutonomousDay(day: number): Promise<void> {
    await this.sql.database.query(
      `insert into ${this.#series} as one (account, type, series, last) values ($1, $2, '', $3::float8::bigint)
       on conflict (account, type, series) do update set last = greatest(one.last, excluded.last)`,
      [this.account, AUTONOMOUS_READS, day],
    );
  }

  /** Lists the sales under a number that are paid, or can still be paid. */
  withNumber(type: string, series: string, number: number, session: SqlSession): Promise<FiscalRecord[]> {
    return this.select(
      `type = $3 and series = $4 and number = $5::float8::bigint and state <> 'not-paid'`,
      [type, series, number],
      session,
    );
  }

  claim(limit: number, leaseMs: number): Promise<ClaimedRecord[]> {
    return this.lease(limit, leaseMs);
  }

  /**
   * Changes a row in a transaction.
   *
   * @param decide - Returns the change of the present row; null for none.
   * @param session - The transaction. By default, the change has its own.
   * @returns The row after the change; null if there is none.
   */
  change(
    id: string,
    decide: (record: FiscalRecord) => RecordChange | null,
    session?: SqlSession,
  ): Promise<FiscalRecord | null> {
    const run = async (within: SqlSession): Promise<FiscalRecord | null> => {
      const record = await this.find(id, within);
      const change = record === null ? null : decide(record);
      if (record === null || change === null) return record;
      const [changed = null] = await this.#write({ ...record, ...withoutUndefined(change) }, change, within);
      return changed;
    };
    return session === undefined ? this.sql.database.transaction(run) : run(session);
  }

  /** Ends the lease of a row. */
  async release({ id, token }: ClaimedRecord): Promise<void> {
    await this.sql.database.query(
      `update ${this.table} set leased_until = null, token = null where id = $1 and token = $2`,
      [id, token],
    );
  }

  #write(record: FiscalRecord, change: RecordChange, session: SqlSession): Promise<FiscalRecord[]> {
    const { id, state, tip, message, failures, terminalId, document, attempts, ...more } = record;
    const { transactionId, session: posSession, report } = more;
    const data = { terminalId, document, attempts, transactionId, session: posSession, report };
    return this.write(
      `update ${this.table} set state = $4, data = $5, message = $6, failures = $7::int, tip = $8::float8::bigint,
         due_at = case when $10::boolean then ${dueAfter('$9', '$12::boolean')} else due_at end,
         paid_at = case when $4 = 'paid' then coalesce(paid_at, ${paidAt('$13')}) else paid_at end,
         reported_at = case when $11::boolean then ${NOW} else reported_at end
       where account = $2 and id = $3`,
      [
        ...[id, state, JSON.stringify(data satisfies FiscalData), message, failures, tip],
        ...[change.dueInMs ?? null, change.dueInMs !== undefined],
        ...[change.isReported === true, change.isStep === true, transactionTimeOf(posSession)],
      ],
      session,
    );
  }
}
