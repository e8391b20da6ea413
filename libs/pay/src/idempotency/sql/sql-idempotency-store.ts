import type { PayOutcomeLookup } from '../../core/operation/outcome-lookup.js';
import { checkTables, migrate } from '../../stores/sql/migrate.js';
import { checkedDatabase } from '../../stores/sql/checked-database.js';
import { isUniqueViolation } from '../../stores/sql/unique-violation.js';
import { readSqlOptions } from '../../stores/sql/sql-store.js';
import type { SqlStoreOptions } from '../../stores/sql/sql-store.js';
import type { SqlDatabase } from '../../stores/sql/sql-store.js';
import { epochMs, sqlTime } from '../../stores/sql/sql-store.js';
import type { IdempotencyRecord, IdempotencyWrite, PayIdempotencyStore } from '../idempotency-store.js';
import { IDEMPOTENCY_MIGRATIONS } from './migrations.js';

/** Column of each member of a record. */
const COLUMNS: Readonly<Record<keyof IdempotencyRecord, { name: string; type: 'text' | 'time' | 'json' }>> = {
  key: { name: 'key', type: 'text' },
  fingerprint: { name: 'fingerprint', type: 'text' },
  state: { name: 'state', type: 'text' },
  token: { name: 'token', type: 'text' },
  leasedUntil: { name: 'leased_until', type: 'time' },
  // Text, because jsonb cannot store every reference that a caller may choose.
  outcomeLookup: { name: 'outcome_lookup', type: 'json' },
  response: { name: 'response', type: 'text' },
  transactionId: { name: 'transaction_id', type: 'text' },
  sentAt: { name: 'sent_at', type: 'time' },
  finishedAt: { name: 'finished_at', type: 'time' },
};

const { now: NOW, after: AFTER } = sqlTime('clock_timestamp()');
const SELECTED = Object.entries(COLUMNS)
  .map(([member, { name, type }]) => `${type === 'time' ? epochMs(name) : name} as "${member}"`)
  .join(', ');

type Row = Omit<IdempotencyRecord, 'outcomeLookup'> & { outcomeLookup: string | null };

/** Stores idempotency records in PostgreSQL or PGlite, which differ only in how a session is opened. */
export class SqlIdempotencyStore<Transaction> implements PayIdempotencyStore {
  private readonly database: SqlDatabase<Transaction>;
  readonly #schema: string;
  readonly #table: string;
  readonly #now: () => Date | null;

  /** @throws RangeError that names each invalid option. */
  constructor(database: SqlDatabase<Transaction>, options: SqlStoreOptions) {
    this.database = checkedDatabase(database);
    const { schema, now } = readSqlOptions(options);
    this.#schema = schema;
    this.#table = `"${schema}".idempotency_keys`;
    this.#now = now;
  }

  migrate(): Promise<void> {
    return migrate(this.database, this.#schema, 'idempotency', IDEMPOTENCY_MIGRATIONS);
  }

  checkTables(): Promise<void> {
    return checkTables(this.database, this.#schema, 'idempotency', IDEMPOTENCY_MIGRATIONS);
  }

  async get(key: string): Promise<{ record: IdempotencyRecord | null; now: number }> {
    const { rows } = await this.database.query<Partial<Row> & { now: number }>(
      `select ${epochMs(`(${NOW})`)} as now, ${SELECTED}
       from (select 1) as always left join ${this.#table} on key = $2`,
      [this.#now(), key],
    );
    const [{ now, ...row } = { now: Date.now() }] = rows;
    return { record: typeof row.key === 'string' ? recordOf(row as Row) : null, now };
  }

  async insert(record: IdempotencyRecord): Promise<boolean> {
    const columns = columnsOf(record);
    const names = columns.map(({ name }) => name).join(', ');
    const values = columns.map(({ placeholder }, index) => placeholder(index + 1)).join(', ');
    const { rows } = await this.database.query(
      `insert into ${this.#table} (${names}) values (${values}) on conflict (key) do nothing returning key`,
      columns.map(({ value }) => value),
    );
    return rows.length > 0;
  }

  async update(key: string, token: string, change: Partial<IdempotencyRecord>): Promise<IdempotencyWrite> {
    const columns = columnsOf(change);
    const set = columns
      .map(({ name, placeholder }, index) => `${name} = ${placeholder(index + 3)}`)
      .join(', ');
    try {
      const { rows } = await this.database.query(
        `update ${this.#table} set ${set} where key = $1 and token = $2 returning key`,
        [key, token, ...columns.map(({ value }) => value)],
      );
      return rows.length > 0 ? 'written' : 'stale';
    } catch (error) {
      if (isUniqueViolation(error)) return 'transaction-in-use';
      throw error;
    }
  }

  async renew(key: string, token: string, leaseMs: number): Promise<boolean> {
    const { rows } = await this.database.query(
      `update ${this.#table} set leased_until = ${AFTER('$2')} where key = $3 and token = $4 returning key`,
      [this.#now(), leaseMs, key, token],
    );
    return rows.length > 0;
  }

  async delete(key: string, token: string): Promise<boolean> {
    const { rows } = await this.database.query(
      `delete from ${this.#table} where key = $1 and token = $2 returning key`,
      [key, token],
    );
    return rows.length > 0;
  }

  listUnresolved(limit: number): Promise<IdempotencyRecord[]> {
    return this.#list(`state <> 'done' and leased_until <= ${NOW} order by sent_at limit $2`, [
      this.#now(),
      limit,
    ]);
  }

  async listOpenAbout(id: string): Promise<IdempotencyRecord[]> {
    const wanted = id.toLowerCase();
    // The text may also contain the ID in another member, so the records are compared again.
    const records = await this.#list(`state <> 'done' and strpos(lower(outcome_lookup), $1) > 0`, [
      `"id":${JSON.stringify(wanted)}`,
    ]);
    return records.filter(({ outcomeLookup }) => outcomeLookup?.id.toLowerCase() === wanted);
  }

  async deleteFinished(olderThanMs: number): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      `with deleted as (delete from ${this.#table} where finished_at <= ${AFTER('-$2')} returning key)
       select count(*)::int as count from deleted`,
      [this.#now(), olderThanMs],
    );
    return rows[0]?.count ?? 0;
  }

  async #list(condition: string, values: unknown[]): Promise<IdempotencyRecord[]> {
    const { rows } = await this.database.query<Row>(
      `select ${SELECTED} from ${this.#table} where ${condition}`,
      values,
    );
    return rows.map(recordOf);
  }
}

function columnsOf(record: Partial<IdempotencyRecord>) {
  return Object.entries(record).map(([member, value]) => {
    const { name, type } = COLUMNS[member as keyof IdempotencyRecord];
    return {
      name,
      placeholder: (index: number): string =>
        type === 'time' ? `to_timestamp($${index}::float8 / 1000)` : `$${index}`,
      value: type === 'json' ? JSON.stringify(value) : value,
    };
  });
}

function recordOf(row: Row): IdempotencyRecord {
  const outcomeLookup =
    row.outcomeLookup === null ? null : (JSON.parse(row.outcomeLookup) as PayOutcomeLookup | null);
  return { ...row, outcomeLookup };
}
