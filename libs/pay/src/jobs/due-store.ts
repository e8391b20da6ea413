import { randomUUID } from 'node:crypto';
import { sqlTime } from '../stores/sql/sql-store.js';
import type { SqlSession, SqlTarget } from '../stores/sql/sql-store.js';

const { now: NOW, after: AFTER } = sqlTime('clock_timestamp()');
export { NOW };

/**
 * SQL of when the next step is due. A time well before the end of the lease stays, because another step was asked for since.
 *
 * @param parameter - Parameter with the milliseconds; null for no next step.
 * @param mayStay - Condition under which the other time stays.
 */
export const dueAfter = (parameter: string, mayStay = 'true'): string =>
  `least(${AFTER(parameter)}, case when ${mayStay} and due_at < leased_until - interval '1 second' then due_at end)`;

/** Which rows to list: those created from one time until another. */
interface Period {
  from?: Date;
  to?: Date;
  limit?: number;
}

/** A row that this process works on. */
export type Claimed<Row> = Row & {
  /** Fencing token: a process whose lease expired cannot change the row. */
  readonly token: string;
};

/** Rows of one account with a step that is due at a time. Accounts can use the same IDs. A lease in `token` and `leased_until` fences each step. */
export abstract class DueStore<Row> {
  protected readonly table: string;

  /**
   * @param columns - SQL of the columns that `rowOf` reads.
   * @param ofClaimed - SQL of further columns of rows with a lease.
   */
  constructor(
    readonly sql: SqlTarget<unknown>,
    protected readonly account: string,
    table: string,
    private readonly columns: string,
    private readonly ofClaimed = '',
  ) {
    this.table = `"${sql.schema}".${table}`;
  }

  protected abstract rowOf(selected: never): Row;

  /** @param session - A transaction, in which the row then cannot change. */
  async find(id: string, session?: SqlSession): Promise<Row | null> {
    const [row = null] = await this.select(session ? 'id = $3 for update' : 'id = $3', [id], session);
    return row;
  }

  /** Lists rows, newest first. @param filter - Columns and their values; undefined for any. */
  protected listWith(
    filter: Readonly<Record<string, string | undefined>>,
    { from, to, limit = 100 }: Period,
    session?: SqlSession,
  ): Promise<Row[]> {
    const wanted = Object.entries(filter).filter(([, value]) => value != null);
    const conditions = wanted.map(([column], index) => `and ${column} = $${index + 6}`);
    return this.select(
      `($3::timestamptz is null or created_at >= $3) and ($4::timestamptz is null or created_at < $4) ${conditions.join(' ')}
       order by created_at desc, id limit $5::int`,
      [from ?? null, to ?? null, limit, ...wanted.map(([, value]) => value)],
      session,
    );
  }

  /** Makes the next step of a row due now. @param also - SQL of another change. */
  async makeDue(id: string, also = ''): Promise<Row | null> {
    const [row = null] = await this.write(
      `update ${this.table} set due_at = ${NOW}, failures = 0${also} where account = $2 and id = $3`,
      [id],
    );
    return row;
  }

  /** Leases rows whose next step is due to this process. If the process dies, their steps are due when the lease ends. */
  protected lease(limit: number, leaseMs: number) {
    return this.#query<Claimed<Row>>(
      `update ${this.table} set token = $3, leased_until = ${AFTER('$4')}, due_at = ${AFTER('$4')} where account = $2 and id in (
         select id from ${this.table}
         where account = $2 and due_at <= ${NOW} and (leased_until is null or leased_until <= ${NOW})
         order by due_at limit $5::int for update skip locked
       ) returning ${this.columns}, token${this.ofClaimed}`,
      [randomUUID(), leaseMs, limit],
    );
  }

  /** Runs a statement that changes rows. `$1` is the time, and `$2` the account. Resolves with these rows. */
  protected write(text: string, values: readonly unknown[], session?: SqlSession): Promise<Row[]> {
    return this.#query(`${text} returning ${this.columns}`, values, session);
  }

  /** Reads the rows that meet a condition, with `values` from `$3` on. */
  protected select(condition: string, values: readonly unknown[], session?: SqlSession): Promise<Row[]> {
    // The time is compared, because PostgreSQL refuses a parameter that the statement does not use.
    const text = `select ${this.columns} from ${this.table} where coalesce($1::timestamptz, now()) is not null and account = $2 and ${condition}`;
    return this.#query(text, values, session);
  }

  async #query<Selected extends Row>(
    text: string,
    values: readonly unknown[],
    session: SqlSession = this.sql.database,
  ): Promise<Selected[]> {
    const { rows } = await session.query<never>(text, [this.sql.now(), this.account, ...values]);
    return rows.map((row) => this.rowOf(row) as Selected);
  }
}
