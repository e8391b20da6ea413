import type { Migrations } from '../../stores/sql/migrate.js';

/**
 * Version 1 had one table of entries, which were confirmed and handled in one attempt. Version 2 separates deliveries, which anyone can
 * post, from events, which the service has confirmed. Entries that waited or were dead letters become deliveries, so they are confirmed
 * and handled after the update, the oldest first.
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
  ],
  [
    // Processes of the version before must not store entries that this migration would delete.
    `lock table $schema.inbox_entries in access exclusive mode`,
    `create table $schema.inbox_deliveries (
       id bigint generated always as identity primary key,
       delivery_key text not null unique,
       account text,
       sender text not null check (sender in ('service', 'unknown')),
       delivery text not null,
       denials integer not null default 0,
       failures integer not null default 0,
       due_at timestamptz not null,
       token text,
       error text,
       received_at timestamptz not null
     )`,
    `create index inbox_deliveries_due on $schema.inbox_deliveries (sender, due_at, id)`,
    `create table $schema.inbox_events (
       id bigint generated always as identity primary key,
       event_key text not null unique,
       account text,
       ordering_key text,
       confirmed boolean not null,
       state text not null default 'waiting' check (state in ('waiting', 'working', 'done', 'dead')),
       delivery text,
       attempts integer not null default 0,
       alone boolean not null default false,
       due_at timestamptz not null,
       worker text,
       token text,
       reason text check (reason in ('failed', 'crashed')),
       error text,
       topic text,
       note text,
       received_at timestamptz not null,
       finished_at timestamptz
     )`,
    `create index inbox_events_due on $schema.inbox_events (due_at, id) where finished_at is null`,
    `create index inbox_events_ordering_key on $schema.inbox_events (ordering_key, id) where finished_at is null`,
    `create unique index inbox_events_at_work on $schema.inbox_events (ordering_key) where state = 'working'`,
    `create index inbox_events_unconfirmed on $schema.inbox_events (account) where not confirmed and finished_at is null`,
    `create index inbox_events_topic on $schema.inbox_events (topic, id) where topic is not null`,
    `create index inbox_events_dead on $schema.inbox_events (id) where state = 'dead'`,
    `create index inbox_events_finished on $schema.inbox_events (finished_at) where finished_at is not null`,
    // Finished rows are updated and deleted all the time, so the tables are vacuumed more often than the default.
    ...['inbox_deliveries', 'inbox_events'].map(
      (table) =>
        `alter table $schema.${table} set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`,
    ),
    `insert into $schema.inbox_events
       (event_key, account, ordering_key, confirmed, state, due_at, received_at, finished_at)
     select entry_key, account, ordering_key, confirmable, 'done', due_at, received_at, finished_at
     from $schema.inbox_entries where state = 'done'`,
    `insert into $schema.inbox_deliveries (delivery_key, account, sender, delivery, due_at, received_at)
     select entry_key, account, sender, delivery, received_at, now() from (
     select distinct on (e.entry_key) e.id, e.entry_key, e.account, coalesce(e.source, 'service') as sender, e.delivery, e.received_at
     from $schema.inbox_entries e
     where e.state in ('waiting', 'working', 'dead') and e.delivery is not null
       and not exists (select from $schema.inbox_events o where o.event_key = e.entry_key)
     order by e.entry_key, e.source is not distinct from 'unknown', e.id
     ) entries order by id`,
    `drop table $schema.inbox_entries`,
  ],
];
