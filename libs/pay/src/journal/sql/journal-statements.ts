import type { Migrations } from '../../stores/sql/migrate.js';
import { epochMs, sqlTime } from '../../stores/sql/sql-time.js';

const { now: NOW, after: AFTER } = sqlTime('clock_timestamp()');
/** The row that the lease ($2 key, $3 token) is of. */
const LEASED = `entry_key = $2 and token = $3 and state <> 'done'`;
const ENTRY = `entry_key as key, state, inquiry, answer, transaction_id, ${epochMs('sent_at')} as sent_ms`;
const IDLE = `state <> 'done' and leased_until <= ${NOW}`;

export const JOURNAL_MIGRATIONS: Migrations = [
  [
    `create table $schema.journal_entries (
       entry_key text primary key,
       fingerprint text not null,
       state text not null check (state in ('sending', 'unknown', 'done')),
       token text not null,
       leased_until timestamptz not null,
       inquiry text,
       answer text,
       transaction_id text,
       sent_at timestamptz not null,
       finished_at timestamptz
     )`,
    `create unique index journal_entries_transaction on $schema.journal_entries (transaction_id)
       where transaction_id is not null`,
    `create index journal_entries_open on $schema.journal_entries (sent_at) where state <> 'done'`,
    `create index journal_entries_finished on $schema.journal_entries (finished_at) where finished_at is not null`,
  ],
];

/** The statements for one table, by what they do. */
export function journalStatements(schema: string) {
  const entries = `"${schema}".journal_entries`;
  return {
    /** $2 key, $3 fingerprint, $4 token, $5 lease in ms, $6 inquiry. */
    add: `
      insert into ${entries} (entry_key, fingerprint, state, token, leased_until, inquiry, sent_at)
      values ($2, $3, 'sending', $4, ${AFTER('$5')}, $6, ${NOW})
      on conflict (entry_key) do nothing returning token`,

    /** $2 key. */
    look: `
      select fingerprint, state, answer, inquiry, leased_until <= ${NOW} as idle,
        ${epochMs(`${NOW} - sent_at`)} as sent_ago_ms
      from ${entries} where entry_key = $2 for update`,

    /** $2 key, $3 token, $4 lease in ms. */
    take: `update ${entries} set token = $3, leased_until = ${AFTER('$4')} where entry_key = $2`,

    /** $4 lease in ms. */
    renew: `update ${entries} set leased_until = ${AFTER('$4')} where ${LEASED} returning entry_key`,

    /** $4 inquiry. */
    resend: `
      update ${entries} set state = 'sending', inquiry = $4, sent_at = ${NOW} where ${LEASED} returning entry_key`,

    /** $4 answer, $5 transaction. Two keys that come at once meet at the unique index. */
    complete: `
      update ${entries}
      set state = 'done', answer = $4, transaction_id = $5, finished_at = ${NOW}
      where ${LEASED}
        and ($5::text is null or not exists (
          select 1 from ${entries} o where o.transaction_id = $5 and o.entry_key <> $2))
      returning entry_key`,

    /** $2 transaction, $3 key. */
    holder: `select 1 from ${entries} where $1::timestamptz is not distinct from $1 and transaction_id = $2 and entry_key <> $3`,

    abandon: `update ${entries} set state = 'unknown', leased_until = ${NOW} where ${LEASED} returning entry_key`,

    release: `delete from ${entries} where $1::timestamptz is not distinct from $1 and ${LEASED} returning entry_key`,

    /** $1 key, $2 a part of the inquiry's text in small letters: no JSON of the database holds every reference. */
    openAbout: `
      select inquiry from ${entries} where state <> 'done' and entry_key <> $1 and strpos(lower(inquiry), $2) > 0`,

    /** $1 key. */
    find: `select ${ENTRY} from ${entries} where entry_key = $1`,

    /** $2 key, $3 answer, $4 transaction. */
    settle: `
      update ${entries} set state = 'done', answer = $3, transaction_id = $4, finished_at = ${NOW}
      where entry_key = $2 and ${IDLE} returning entry_key`,

    /** $2 key. */
    drop: `delete from ${entries} where entry_key = $2 and ${IDLE} returning entry_key`,

    /** $2 limit. */
    unknown: `select ${ENTRY} from ${entries} where ${IDLE} order by sent_at limit $2`,

    /** $2 age in ms. */
    forget: `
      with gone as (delete from ${entries} where finished_at <= ${AFTER('-$2')} returning entry_key)
      select count(*)::int as count from gone`,
  };
}
