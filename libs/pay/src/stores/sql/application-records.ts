import { describeThrown } from '../../core/values/describe-thrown.js';
import { readExactJson } from '../../core/values/exact-json.js';
import { isObject } from '../../core/values/plain-data.js';
import type { SqlSession } from './sql-store.js';

/** An event or delivery in the inbox. */
export interface InboxRecord {
  /** ID of the row, which is the ID of a dead letter. */
  id: string;
  key: string;
  /** `unconfirmed`: the service has not confirmed the delivery yet. */
  state: 'unconfirmed' | 'waiting' | 'working' | 'done' | 'dead';
  receivedAt: string;
  finishedAt: string | null;
}

/** An event whose handlers failed, and that is tried again. */
export interface FailingRecord {
  id: string;
  eventTypeId: number | null;
  orderCode: string | null;
  attempts: number;
  /** Why the last attempt failed. */
  error: string;
  dueAt: string;
}

/** A call with an idempotency key. */
export interface CallRecord {
  key: string;
  state: 'sending' | 'unknown' | 'done';
  operation: string | null;
  transactionId: string | null;
  sentAt: string;
}

/** Reads the tables of an application in a schema. Nothing is created or changed. */
export function applicationRecords(database: Pick<SqlSession, 'query'>, schema: string) {
  const list = async <Row>(statement: string, value: unknown): Promise<Row[] | null> => {
    try {
      return (await database.query<Row>(statement.replaceAll('$schema', `"${schema}"`), [value])).rows;
    } catch (error) {
      // The table or the schema does not exist: the application does not use this store.
      if (['42P01', '3F000'].includes(describeThrown(error).code ?? '')) return null;
      throw error;
    }
  };
  const lower = (ids: readonly string[]): string[] => ids.map((id) => id.toLowerCase());
  return {
    /** Lists the events of an account that failed and are tried again, at most 100; null if the schema has no inbox. */
    failing: async (account: string | null): Promise<FailingRecord[] | null> => {
      const rows = await list<WithText<FailingRecord, 'eventTypeId' | 'orderCode'>>(FAILING, account);
      return rows && rows.map(({ text, ...row }) => ({ ...row, ...eventOf(text) }));
    },
    /** Lists events and deliveries whose key contains one of the IDs; null if the schema has no inbox. */
    events: (ids: readonly string[]) => list<InboxRecord>(EVENTS, lower(ids)),
    /** Lists calls with one of the IDs as key, as transaction, or as what the call is about; null if the schema has no keys. */
    calls: async (ids: readonly string[]): Promise<CallRecord[] | null> => {
      const rows = await list<WithText<CallRecord, 'operation'>>(CALLS, lower(ids));
      return (
        rows && rows.map(({ text, ...row }) => ({ ...row, operation: textOf(membersOf(text)['operation']) }))
      );
    },
  };
}

/** A row with JSON for some members. PostgreSQL does not read all JSON: it refuses texts with a NUL or half a character. */
type WithText<Row, Members extends keyof Row> = Omit<Row, Members> & { text: string | null };

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
const membersOf = (json: string | null): Record<string, unknown> => objectOf(readExactJson(json ?? ''));

function eventOf(delivery: string | null): Pick<FailingRecord, 'eventTypeId' | 'orderCode'> {
  const { eventTypeId, data } = objectOf(membersOf(delivery)['event']);
  const type = typeof eventTypeId === 'number' ? eventTypeId : null;
  return { eventTypeId: type, orderCode: textOf(objectOf(data)['OrderCode']) };
}

const time = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const EVENTS = `
  select id::text as id, key, state, ${time('received_at')} as "receivedAt", ${time('finished_at')} as "finishedAt"
  from (
    select id, event_key as key, state, received_at, finished_at
    from $schema.inbox_events
    union all
    select id, delivery_key, 'unconfirmed', received_at, null
    from $schema.inbox_deliveries
  ) records
  where exists (select from unnest($1::text[]) wanted where strpos(lower(key), wanted) > 0)
  order by received_at`;

const FAILING = `
  select id::text as id, delivery as text, attempts, error, ${time('due_at')} as "dueAt"
  from $schema.inbox_events
  where finished_at is null and error is not null and delivery is not null and account is not distinct from $1::text
  order by due_at, id limit 100`;

// An ID is quoted in the JSON text, so it does not match a part of a longer one.
const CALLS = `
  select key, state, outcome_lookup as text, transaction_id as "transactionId", ${time('sent_at')} as "sentAt"
  from $schema.idempotency_keys
  where lower(key) = any($1::text[]) or lower(transaction_id) = any($1::text[])
    or exists (select from unnest($1::text[]) wanted where strpos(lower(outcome_lookup), '"' || wanted || '"') > 0)
  order by sent_at`;
