import { JsonStore } from '../jobs/json-store.js';
import { rowsOf } from '../stores/sql/sql-store.js';
import type { SqlSession, SqlTarget } from '../stores/sql/sql-store.js';
import { isOpen, unattributedOf } from './split-record.js';
import type { SplitEntry, SplitRecord } from './split-record.js';
import type { PaySplitBooks } from './split.types.js';

/** Stores splits and their books. IDs of payments are in lower case. */
export class SplitStore extends JsonStore<SplitRecord> {
  readonly #entries: string;

  constructor(sql: SqlTarget<unknown>) {
    super(sql, 'splits', { transaction_id: 'text', is_open: 'boolean', unattributed: 'bigint' });
    this.#entries = `"${sql.schema}".split_entries`;
  }

  protected columnsOf(record: SplitRecord): unknown[] {
    return [record.transactionId, isOpen(record), unattributedOf(record)];
  }

  /** Stores a new split, and books its payment. One that is stored stays as it is. */
  insert(record: SplitRecord): Promise<void> {
    const { transactionId, plan } = record;
    return this.sql.database.transaction(async (session) => {
      const text = `insert into ${this.table} ${this.columns} values ${this.places} on conflict do nothing returning 1 as one`;
      const inserted = await rowsOf(session, text, this.valuesOf(record));
      const payment = { serviceId: transactionId, connectedAccountId: null, amount: plan.amount };
      if (inserted.length > 0) await this.#book(session, transactionId, [{ ...payment, kind: 'payment' }]);
    });
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
    return this.changeRow(transactionId, lease?.token ?? null, (record) => {
      const entries: SplitEntry[] = [];
      const result = decide(record, entries);
      const also = (session: SqlSession): Promise<void> => this.#book(session, transactionId, entries);
      return { row: record, result, leaseMs: lease?.leaseMs, also };
    });
  }

  /** Lists payments that were split at a time or later. */
  listSince(since: Date): Promise<string[]> {
    return this.#paymentsWith(`kind = 'payment' and booked_at >= $1::timestamptz order by booked_at`, since);
  }

  /** Lists payments with unfinished movements. */
  async listOpen(): Promise<string[]> {
    const open = await this.list('is_open order by transaction_id', []);
    return open.map(({ transactionId }) => transactionId);
  }

  /** Lists splits with unfinished movements, or with money that no seller has returned. */
  listUnsettled(limit: number): Promise<SplitRecord[]> {
    return this.list('is_open or unattributed > 0 order by transaction_id limit $1::int', [limit]);
  }

  /** Lists the splits whose payments were booked last. */
  async listNewest(limit: number): Promise<SplitRecord[]> {
    const rows = await rowsOf<{ data: string }>(
      this.sql.database,
      `select data from ${this.table} split join ${this.#entries} payment on payment.service_id = split.transaction_id
       where kind = 'payment' order by booked_at desc limit $1::int`,
      [limit],
    );
    return rows.map((row) => this.rowOf(row));
  }

  /** Returns the payment of a booked movement. */
  async paymentOf(serviceId: string): Promise<string | null> {
    const [payment = null] = await this.#paymentsWith('service_id = $1', serviceId);
    return payment;
  }

  /** Returns the payments of the entries that meet a condition. */
  async #paymentsWith(condition: string, value: unknown): Promise<string[]> {
    const text = `select transaction_id as id from ${this.#entries} where ${condition}`;
    return (await rowsOf<{ id: string }>(this.sql.database, text, [value])).map(({ id }) => id);
  }

  /** Adds up the books. The sums are texts, because a database returns them as such or rounds them. */
  async books(): Promise<PaySplitBooks> {
    const rows = await rowsOf<{ account: string | null; balance: string }>(
      this.sql.database,
      `select account, sum(case when kind = 'payment' or (kind = 'transfer' and account is not null)
           or (kind = 'reversal' and account is null) then amount else -amount end)::text as balance
       from (
         select case when kind in ('transfer', 'reversal') then lower(connected_account_id) end as account, kind, amount
         from ${this.#entries}
       ) entry group by 1 order by 1`,
    );
    const text = `select coalesce(sum(unattributed), 0)::text as unattributed from ${this.table}`;
    const [sums] = await rowsOf<{ unattributed: string }>(this.sql.database, text);
    const sellers = rows.flatMap(({ account, balance }) =>
      account === null ? [] : [{ connectedAccountId: account, balance: Number(balance) }],
    );
    const received = Number(rows.find(({ account }) => account === null)?.balance ?? 0);
    const platform = sellers.reduce((left, { balance }) => left - balance, received);
    return { platform, sellers, unattributed: Number(sums?.unattributed ?? 0) };
  }

  async #book(session: SqlSession, transactionId: string, entries: readonly SplitEntry[]): Promise<void> {
    for (const { serviceId, kind, connectedAccountId, amount, isRebooked = false } of entries)
      await session.query(
        isRebooked
          ? `update ${this.#entries} set kind = $3, connected_account_id = $4, amount = $5::bigint
             where service_id = $1 and transaction_id = $2`
          : `insert into ${this.#entries} (service_id, transaction_id, kind, connected_account_id, amount)
             values ($1, $2, $3, $4, $5::bigint)`,
        [serviceId, transactionId, kind, connectedAccountId, amount],
      );
  }
}
