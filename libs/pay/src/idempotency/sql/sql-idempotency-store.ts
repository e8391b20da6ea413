import type { PayOutcomeLookup } from '../../core/operation/outcome-lookup.js';
import { checkTables, migrate } from '../../stores/sql/migrate.js';
import { checkedDatabase } from '../../stores/sql/checked-database.js';
import { isUniqueViolation } from '../../stores/sql/unique-violation.js';
import type { SqlDatabase, SqlStoreOptions } from '../../stores/sql/sql-store.js';
import { columnOf, epochMs, readSqlOptions, rowsOf, sqlTime } from '../../stores/sql/sql-store.js';
import type { IdempotencyRecord, PayIdempotencyStore } from '../idempotency-store.js';
import { IDEMPOTENCY_MIGRATIONS } from './migrations.js';

const MEMBERS = [
  ...(['key', 'fingerprint', 'state', 'token', 'leasedUntil'] as const),
  ...(['outcomeLookup', 'response', 'transactionId', 'sentAt', 'finishedAt'] as const),
] satisfies (keyof IdempotencyRecord)[];
const isTime = (member: string): boolean => ['leasedUntil', 'sentAt', 'finishedAt'].includes(member);

const { now: NOW, after: AFTER } = sqlTime('clock_timestamp()');
const SELECTED = MEMBERS.map((member) => {
  const column = columnOf(member);
  return `${isTime(member) ? epochMs(column) : column} as "${member}"`;
}).join(', ');

/** A row has JSON for the outcome lookup: text, because jsonb cannot store every reference that a caller may choose. */
type Row = Omit<IdempotencyRecord, 'outcomeLookup'> & { outcomeLookup: string | null };

/**
 * Stores idempotency records in PostgreSQL or PGlite, which differ only in how a session is opened.
 *
 * @throws RangeError that names each invalid option.
 */
export function sqlIdempotencyStore(
  unchecked: SqlDatabase<unknown>,
  options: SqlStoreOptions,
): PayIdempotencyStore {
  const database = checkedDatabase(unchecked);
  const { schema, now } = readSqlOptions(options);
  const table = `"${schema}".idempotency_keys`;
  const matches = async (text: string, ...values: unknown[]): Promise<boolean> =>
    (await rowsOf(database, `${text} returning key`, values)).length > 0;
  const list = async (condition: string, ...values: unknown[]): Promise<IdempotencyRecord[]> => {
    const text = `select ${SELECTED} from ${table} where ${condition}`;
    return (await rowsOf<Row>(database, text, values)).map(recordOf);
  };
  return {
    migrate: () => migrate(database, schema, 'idempotency', IDEMPOTENCY_MIGRATIONS),
    checkTables: () => checkTables(database, schema, 'idempotency', IDEMPOTENCY_MIGRATIONS),
    async get(key) {
      const [{ now: readAt, ...row } = { now: Date.now() }] = await rowsOf<Partial<Row> & { now: number }>(
        database,
        `select ${epochMs(`(${NOW})`)} as now, ${SELECTED} from (select 1) as always left join ${table} on key = $2`,
        [now(), key],
      );
      return { record: typeof row.key === 'string' ? recordOf(row as Row) : null, now: readAt };
    },
    insert(record) {
      const { columns, places, values } = columnsOf(record, 1);
      const text = `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`;
      return matches(`${text} on conflict (key) do nothing`, ...values);
    },
    async update(key, token, change) {
      const { columns, places, values } = columnsOf(change, 3);
      const set = columns.map((column, index) => `${column} = ${places[index]}`).join(', ');
      try {
        const text = `update ${table} set ${set} where key = $1 and token = $2`;
        return (await matches(text, key, token, ...values)) ? 'written' : 'stale';
      } catch (error) {
        if (isUniqueViolation(error)) return 'transaction-in-use';
        throw error;
      }
    },
    renew: (key, token, leaseMs) =>
      matches(
        `update ${table} set leased_until = ${AFTER('$2')} where key = $3 and token = $4`,
        ...[now(), leaseMs, key, token],
      ),
    delete: (key, token) => matches(`delete from ${table} where key = $1 and token = $2`, key, token),
    listUnresolved: (limit) =>
      list(`state <> 'done' and leased_until <= ${NOW} order by sent_at limit $2`, now(), limit),
    async listOpenAbout(id) {
      const wanted = id.toLowerCase();
      const text = `"id":${JSON.stringify(wanted)}`;
      const records = await list(`state <> 'done' and strpos(lower(outcome_lookup), $1) > 0`, text);
      // The text may also contain the ID in another member, so the records are compared again.
      return records.filter(({ outcomeLookup }) => outcomeLookup?.id.toLowerCase() === wanted);
    },
    async deleteFinished(olderThanMs) {
      const [deleted] = await rowsOf<{ count: number }>(
        database,
        `with deleted as (delete from ${table} where finished_at <= ${AFTER('-$2')} returning key)
         select count(*)::int as count from deleted`,
        [now(), olderThanMs],
      );
      return deleted?.count ?? 0;
    },
  };
}

/** Returns the columns of a record, and the parameters for them. @param first - Number of the first parameter. */
function columnsOf(record: Partial<IdempotencyRecord>, first: number) {
  const members = Object.keys(record);
  return {
    columns: members.map(columnOf),
    places: members.map((member, index) =>
      isTime(member) ? `to_timestamp($${index + first}::float8 / 1000)` : `$${index + first}`,
    ),
    values: Object.entries(record).map(([member, value]) =>
      member === 'outcomeLookup' ? JSON.stringify(value) : value,
    ),
  };
}

function recordOf(row: Row): IdempotencyRecord {
  const { outcomeLookup: text } = row;
  return { ...row, outcomeLookup: text === null ? null : (JSON.parse(text) as PayOutcomeLookup | null) };
}
