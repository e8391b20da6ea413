import type { Migrations } from '../../stores/sql/migrate.js';

/**
 * Statements of each version of the tables. Deliveries, which anyone can post, are separate from events, which the service has
 * confirmed.
 */
export const INBOX_MIGRATIONS: Migrations = [
  [
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
  ],
];
