import type { Migrations } from '../stores/sql/migrate.js';

/** Statements of each version of the tables. `data` is JSON as text, because drivers read `jsonb` in different ways. */
export const SPLIT_MIGRATIONS: Migrations = [
  [
    `create table $schema.splits (
       transaction_id text primary key,
       is_open boolean not null,
       token text,
       leased_until timestamptz,
       unattributed bigint not null default 0,
       data text not null
     )`,
    `create index splits_open on $schema.splits (transaction_id) where is_open`,
    // The key makes it impossible to book a movement of the service twice.
    `create table $schema.split_entries (
       service_id text primary key,
       transaction_id text not null,
       kind text not null check (kind in ('payment', 'transfer', 'refund', 'reversal')),
       connected_account_id text,
       amount bigint not null check (amount > 0),
       booked_at timestamptz not null default now()
     )`,
  ],
];
