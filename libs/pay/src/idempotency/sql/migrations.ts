import type { Migrations } from '../../stores/sql/migrate.js';

/** Statements of each version of the table. */
export const IDEMPOTENCY_MIGRATIONS: Migrations = [
  [
    `create table $schema.idempotency_keys (
       key text primary key,
       fingerprint text not null,
       state text not null check (state in ('sending', 'unknown', 'done')),
       token text not null,
       leased_until timestamptz not null,
       outcome_lookup text,
       response text,
       transaction_id text,
       sent_at timestamptz not null,
       finished_at timestamptz
     )`,
    `create unique index idempotency_keys_transaction on $schema.idempotency_keys (transaction_id)
       where transaction_id is not null`,
    `create index idempotency_keys_open on $schema.idempotency_keys (sent_at) where state <> 'done'`,
    `create index idempotency_keys_finished on $schema.idempotency_keys (finished_at) where finished_at is not null`,
  ],
];
