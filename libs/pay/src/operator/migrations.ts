import type { Migrations } from '../stores/sql/migrate.js';

/** Statements of each version of the tables. `data` is JSON as text, because drivers read `jsonb` in different ways. */
export const OPERATOR_MIGRATIONS: Migrations = [
  [
    `create table $schema.operator_actions (
       id text primary key,
       place text not null,
       subject text not null,
       order_code text not null,
       is_open boolean not null,
       planned_at timestamptz not null,
       token text,
       leased_until timestamptz,
       data text not null
     )`,
    // Two people, tabs or processes cannot act on one transaction at the same time.
    `create unique index operator_actions_open on $schema.operator_actions (place, subject) where is_open`,
    // The actions on an order, whichever of its transactions they are about.
    `create index operator_actions_order on $schema.operator_actions (place, order_code, planned_at)`,
    // The key of the forms' tokens, which all processes share.
    `create table $schema.operator_secrets (name text primary key, value text not null)`,
  ],
];
