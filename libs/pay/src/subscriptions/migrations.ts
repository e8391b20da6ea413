import type { Migrations } from '../stores/sql/migrate.js';

/** Statements of each version of the tables. */
export const SUBSCRIPTION_MIGRATIONS: Migrations = [
  [
    `create table $schema.subscriptions (
       id text primary key,
       state text not null check (state in ('pending', 'active', 'past_due', 'ended')),
       paused_at timestamptz,
       cancel boolean not null default false,
       price bigint not null,
       currency text,
       interval_unit text not null,
       interval_count integer not null,
       time_zone text not null,
       trial_days integer not null,
       order_options text not null,
       anchor text,
       card text,
       card_order text,
       period integer not null default 0,
       period_start timestamptz,
       amount bigint,
       sent boolean not null default false,
       declines integer not null default 0,
       decline_event integer,
       card_needed boolean not null default false,
       order_code text unique,
       payment text,
       checks integer not null default 0,
       ended_reason text,
       due_at timestamptz,
       token text,
       leased_until timestamptz,
       created_at timestamptz not null
     )`,
    `create index subscriptions_due on $schema.subscriptions (due_at) where due_at is not null`,
    // The keys make a second charge of a period impossible to record.
    `create table $schema.subscription_charges (
       subscription text not null,
       period integer not null,
       period_start timestamptz not null,
       amount bigint not null,
       transaction_id text not null unique,
       charged_at timestamptz not null,
       primary key (subscription, period)
     )`,
  ],
];
