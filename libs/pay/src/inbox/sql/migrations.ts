import type { Migrations } from '../../stores/sql/migrate.js';

/** A lane and a key are at work once only, and a key is done once only: what `claim` sees to, the unique indexes enforce. */
export const INBOX_MIGRATIONS: Migrations = [
  [
    `create table $schema.inbox_entries (
       id bigint generated always as identity primary key,
       entry_key text not null,
       fingerprint text not null,
       account text,
       lane text,
       state text not null default 'waiting'
         check (state in ('waiting', 'working', 'done', 'dead', 'discarded')),
       delivery text,
       attempts integer not null default 0,
       holds_lane boolean not null default true,
       due_at timestamptz not null,
       worker text,
       token text,
       reason text check (reason in ('failed', 'refused')),
       error text,
       received_at timestamptz not null,
       finished_at timestamptz,
       unique (entry_key, fingerprint)
     )`,
    `create index inbox_entries_open on $schema.inbox_entries (id) where state in ('waiting', 'working')`,
    `create index inbox_entries_lane on $schema.inbox_entries (lane, id) where state in ('waiting', 'working')`,
    `create unique index inbox_entries_lane_at_work on $schema.inbox_entries (lane) where state = 'working'`,
    `create unique index inbox_entries_key_at_work on $schema.inbox_entries (entry_key) where state = 'working'`,
    `create unique index inbox_entries_key_done on $schema.inbox_entries (entry_key) where state = 'done'`,
    `create index inbox_entries_dead on $schema.inbox_entries (id) where state = 'dead'`,
    `create index inbox_entries_finished on $schema.inbox_entries (finished_at) where finished_at is not null`,
  ],
  [
    `alter table $schema.inbox_entries add column source text, add column confirmable boolean not null default true`,
    `create index inbox_entries_unconfirmed on $schema.inbox_entries (account)
       where state = 'waiting' and (attempts = 0 or not holds_lane)`,
    `create index inbox_entries_made_up on $schema.inbox_entries (id) where state = 'done' and not confirmable`,
  ],
  [
    `alter table $schema.inbox_entries
       add column refusals integer not null default 0,
       add column doubts integer not null default 0,
       add column since timestamptz,
       drop constraint inbox_entries_reason_check,
       add constraint inbox_entries_reason_check check (reason in ('failed', 'unconfirmed', 'refused'))`,
    `update $schema.inbox_entries set reason = 'unconfirmed'
       where state = 'dead' and reason = 'failed' and (not confirmable or not holds_lane)`,
  ],
  // For `claim`: what is not due is passed over in the index. The table lives on: what was done must not pile up in it.
  [
    `drop index $schema.inbox_entries_open`,
    `create index inbox_entries_unfinished on $schema.inbox_entries (id, due_at) where finished_at is null`,
    `alter table $schema.inbox_entries
       set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`,
  ],
];
