import type { Migrations } from '../../stores/sql/migrate.js';

/**
 * A claim reads an entry from `look_at` on. That is `due_at`, or later for a blocked entry (see `postpone` in statements.ts).
 * The unique indexes enforce what a claim also checks: per ordering key and per key, at most one ordered entry is at work, and per key
 * at most one is done.
 */
export const INBOX_MIGRATIONS: Migrations = [
  [
    `create table $schema.inbox_entries (
       id bigint generated always as identity primary key,
       entry_key text not null,
       fingerprint text not null,
       account text,
       ordering_key text,
       source text,
       confirmable boolean not null default true,
       state text not null default 'waiting'
         check (state in ('waiting', 'working', 'done', 'dead', 'discarded')),
       delivery text,
       attempts integer not null default 0,
       rejected_attempts integer not null default 0,
       unconfirmed_attempts integer not null default 0,
       blocks_later_entries boolean not null default true,
       alone boolean not null default false,
       due_at timestamptz not null,
       look_at timestamptz not null,
       worker text,
       token text,
       reason text check (reason in ('failed', 'crashed', 'unconfirmed', 'refused')),
       error text,
       received_at timestamptz not null,
       since timestamptz,
       finished_at timestamptz,
       unique (entry_key, fingerprint)
     )`,
    `create index inbox_entries_due on $schema.inbox_entries (look_at, id) where finished_at is null`,
    `create index inbox_entries_ordering_key on $schema.inbox_entries (ordering_key, id) where state = 'waiting' and blocks_later_entries`,
    `create unique index inbox_entries_ordering_key_at_work on $schema.inbox_entries (ordering_key) where state = 'working'`,
    `create unique index inbox_entries_key_at_work on $schema.inbox_entries (entry_key) where state = 'working'`,
    `create unique index inbox_entries_key_done on $schema.inbox_entries (entry_key) where state = 'done'`,
    `create index inbox_entries_dead on $schema.inbox_entries (id) where state = 'dead'`,
    `create index inbox_entries_finished on $schema.inbox_entries (finished_at) where finished_at is not null`,
    `create index inbox_entries_unconfirmed on $schema.inbox_entries (account)
       where state = 'waiting' and (attempts = 0 or not blocks_later_entries)`,
    `create index inbox_entries_unconfirmable on $schema.inbox_entries (id) where state = 'done' and not confirmable`,
    // Finished rows are updated and deleted all the time, so the table is vacuumed more often than the default.
    `alter table $schema.inbox_entries
       set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`,
  ],
  // Entries of unknown senders are read by an index of their own, and are not ordered until their events are confirmed.
  [
    `alter table $schema.inbox_entries add column ordered boolean not null default true`,
    `drop index $schema.inbox_entries_due`,
    `create index inbox_entries_due on $schema.inbox_entries (look_at, id)
       where finished_at is null and source is distinct from 'unknown'`,
    `create index inbox_entries_due_unknown on $schema.inbox_entries (look_at, id)
       where finished_at is null and source = 'unknown'`,
    `drop index $schema.inbox_entries_ordering_key_at_work`,
    `create unique index inbox_entries_ordering_key_at_work on $schema.inbox_entries (ordering_key) where state = 'working' and ordered`,
    `drop index $schema.inbox_entries_key_at_work`,
    `create unique index inbox_entries_key_at_work on $schema.inbox_entries (entry_key) where state = 'working' and ordered`,
    // What is remembered of a handled event. A reversal by the service needs its payment.
    `alter table $schema.inbox_entries add column topic text, add column note text`,
    `create index inbox_entries_topic on $schema.inbox_entries (topic, id) where topic is not null`,
  ],
];
