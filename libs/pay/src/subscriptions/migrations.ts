import type { Migrations } from '../stores/sql/migrate.js';

/** Statements of each version of the tables. `data` is JSON as text, because drivers read `jsonb` in different ways. */
export const SUBSCRIPTION_MIGRATIONS: Migrations = [
  [
    `create table $schema.subscriptions (
       id text primary key,
       state text not null check (state in ('pending', 'active', 'past_due', 'ended')),
       due_at timestamptz,
       order_code text unique,
       token text,
       leased_until timestamptz,
       data text not null
     )`,
    `create index subscriptions_due on $schema.subscriptions (due_at) where due_at is not null`,
    // The keys make it impossible to record a second charge of a period.
    `create table $schema.subscription_charges (
       subscription text not null,
       period integer not null,
       period_start timestamptz not null,
       amount bigint not null,
       transaction_id text not null unique,
       charged_at timestamptz not null,
       order_code text,
       refunded bigint not null default 0,
       disputed bigint not null default 0,
       primary key (subscription, period)
     )`,
    `create index subscription_charges_order on $schema.subscription_charges (order_code)`,
    `create table $schema.subscription_notices (transaction_id text primary key)`,
  ],
];
