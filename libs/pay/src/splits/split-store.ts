import { randomUUID } from 'node:crypto';
import { checkTables, migrate } from '../stores/sql/migrate.js';
import type { SqlDatabase, SqlSession } from '../stores/sql/sql-store.js';
import { SPLIT_MIGRATIONS } from './migrations.js';
import { isOpen } from './split-record.js';
import type { SplitEntry, SplitRecord } from './split-record.js';
import type { PaySplitBooks } from './split.types.js';

/** Stores splits and their books. IDs of payments are in lower case. */
export class SplitStore {
  readonly #splits: string;
  readonly #entries: string;

  constructor(
    private readonly database: SqlDatabase<unknown>,
    private readonly schema: string,
  ) {
    this.#splits = `"${schema}".splits`;
    this.#entries = `"${schema}".split_entries`;
  }

  /** Creates or updates the tables, or checks that they are up to date. */
  migrate(mayChange: boolean): Promise<void> {
    return (mayChange ? migrate : checkTables)(this.database, this.schema, 'splits', SPLIT_MIGRATIONS);
  }

  async get(transactionId: string): Promise<SplitRecord | null> {
    const { rows } = await this.database.query<{ data: string }>(
      `select data from ${this.#splits} where transaction_id = $1`,
      [transactionId],
    );
    return rows[0] === undefined ? null : recordOf(rows[0]);
  }

  /** Stores a new split, and books its payment. One that is stored stays as it is. */
  insert(record: SplitRecord): Promise<void> {
    const { transactionId, plan } = record;
    return this.database.transaction(async (session) => {
      const { rows } = await session.query(
        `insert into ${this.#splits} (transaction_id, is_open, data) values ($1, $2, $3)
         on conflict (transaction_id) do nothing returning 1 as one`,
        [transactionId, isOpen(record), JSON.stringify(record)],
      );
      const payment = { serviceId: transactionId, connectedAccountId: null, amount: plan.amount };
      if (rows.length > 0) await this.#book(session, transactionId, [{ ...payment, kind: 'payment' }]);
    });
  }

  /** Leases a split. Returns the token; null if another process has the lease. */
  async acquire(transactionId: string, leaseMs: number): Promise<string | null> {
    const { rows } = await this.database.query<{ token: string }>(
      `update ${this.#splits} set token = $2, leased_until = clock_timestamp() + $3::float8 * interval '1 millisecond'
       where transaction_id = $1 and (leased_until is null or leased_until <= clock_timestamp()) returning token`,
      [transactionId, randomUUID(), leaseMs],
    );
    return rows[0]?.token ?? null;
  }

  async release(transactionId: string, token: string): Promise<void> {
    await this.database.query(
      `update ${this.#splits} set token = null, leased_until = null where transaction_id = $1 and token = $2`,
      [transactionId, token],
    );
  }

  /**
   * Changes a split and its books in one transaction.
   *
   * @param lease - Its lease, which is renewed. If it is lost, nothing changes. Null changes the split without a lease.
   * @param decide - Changes the record and adds the entries. If it throws, nothing changes.
   * @returns The result of `decide`; null if there is no such split, or the lease is lost.
   */
  change<Result>(
    transactionId: string,
    lease: { token: string; leaseMs: number } | null,
    decide: (record: SplitRecord, entries: SplitEntry[]) => Result,
  ): Promise<Result | null> {
    return this.database.transaction(async (session) => {
      const { rows } = await session.query<{ data: string }>(
        `select data from ${this.#splits} where transaction_id = $1 and ($2::text is null or token = $2) for update`,
        [transactionId, lease?.token ?? null],
      );
      if (rows[0] === undefined) return null;
      const record = recordOf(rows[0]);
      const entries: SplitEntry[] = [];
      const result = decide(record, entries);
      await session.query(
        `update ${this.#splits} set is_open = $2, data = $3, leased_until = case when $4::float8 is null then leased_until
           else clock_timestamp() + $4::float8 * interval '1 millisecond' end
         where transaction_id = $1`,
        [transactionId, isOpen(record), JSON.stringify(record), lease?.leaseMs ?? null],
      );
      await this.#book(session, transactionId, entries);
      return result;
    });
  }

  /** Lists payments with unfinished movements, after a given one. */
  async listOpen(after: string, limit: number): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(
      `select transaction_id as id from ${this.#splits} where is_open and transaction_id > $1 order by transaction_id limit $2`,
      [after, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the payment of a booked movement. */
  async paymentOf(serviceId: string): Promise<string | null> {
    const { rows } = await this.database.query<{ id: string }>(
      `select transaction_id as id from ${this.#entries} where service_id = $1`,
      [serviceId],
    );
    return rows[0]?.id ?? null;
  }

  /** Adds up the books. The sums are texts, because a database returns them as such or rounds them. */
  async books(): Promise<PaySplitBooks> {
    const { rows } = await this.database.query<{ account: string | null; balance: string }>(
      `select connected_account_id as account,
         sum(case when kind in ('payment', 'transfer') then amount else -amount end)::text as balance
       from (
         select case when kind in ('transfer', 'reversal') then lower(connected_account_id) end as connected_account_id, kind, amount
         from ${this.#entries}
       ) entry group by 1 order by 1`,
    );
    const sellers = rows.flatMap(({ account, balance }) =>
      account === null ? [] : [{ connectedAccountId: account, balance: Number(balance) }],
    );
    const received = Number(rows.find(({ account }) => account === null)?.balance ?? 0);
    return { platform: sellers.reduce((left, { balance }) => left - balance, received), sellers };
  }

  async #book(session: SqlSession, transactionId: string, entries: readonly SplitEntry[]): Promise<void> {
    for (const { serviceId, kind, connectedAccountId, amount } of entries)
      await session.query(
        `insert into ${this.#entries} (service_id, transaction_id, kind, connected_account_id, amount)
         values ($1, $2, $3, $4, $5::bigint)`,
        [serviceId, transactionId, kind, connectedAccountId, amount],
      );
  }
}

const recordOf = ({ data }: { data: string }): SplitRecord => JSON.parse(data) as SplitRecord;
