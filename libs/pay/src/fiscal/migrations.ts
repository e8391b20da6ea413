import type { Migrations } from '../stores/sql/migrate.js';

/** Statements of each version of the tables. `data` is JSON as text, because drivers read `jsonb` in different ways. */
export const FISCAL_MIGRATIONS: Migrations = [
  [
    `create table $schema.fiscal_sales (
       id text not null, account text not null,
       kind text not null check (kind in ('sale', 'refund', 'autonomous')),
       state text not null check (state in ('reserved', 'signed', 'paid', 'reported', 'not-paid', 'needs-a-person')),
       type text, series text, number bigint, amount bigint not null, tip bigint not null, data text not null,
       message text, failures integer not null default 0,
       created_at timestamptz not null, paid_at timestamptz, reported_at timestamptz,
       due_at timestamptz, leased_until timestamptz, token text,
       primary key (account, id)
     )`,
    `create index fiscal_sales_due on $schema.fiscal_sales (account, due_at) where due_at is not null`,
    `create index fiscal_sales_number on $schema.fiscal_sales (account, type, series, number)`,
    `create index fiscal_sales_created on $schema.fiscal_sales (account, created_at)`,
    `create index fiscal_sales_paid on $schema.fiscal_sales (account, paid_at) where paid_at is not null`,
    `create table $schema.fiscal_series (
       account text not null, type text not null, series text not null, last bigint not null, primary key (account, type, series)
     )`,
  ],
];
