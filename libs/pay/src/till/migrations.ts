import type { Migrations } from '../stores/sql/migrate.js';

/** Statements of each version of the table. `tip` is the requested one, `terminal_tip` another one that the customer chose at the terminal. */
export const TILL_MIGRATIONS: Migrations = [
  [
    `create table $schema.till_sales (
       id text not null, account text not null,
       kind text not null check (kind in ('sale', 'preauthorization', 'capture', 'refund')),
       parent_id text, terminal_id text not null, cash_register_id text not null,
       amount bigint not null, tip bigint not null, terminal_tip bigint,
       returned_externally bigint not null default 0, currency_code text not null, reference text not null, request text not null,
       preloaded boolean not null default false,
       state text not null default 'open' check (state in ('open', 'paid', 'not-paid', 'needs-a-person')),
       step text not null default 'stored' check (step in ('stored', 'sending', 'sent')),
       abort text check (abort in ('requested', 'accepted', 'rejected')), reason text, message text,
       transaction_id text, receipt text, failures integer not null default 0,
       created_at timestamptz not null, sent_at timestamptz, ended_at timestamptz,
       due_at timestamptz, leased_until timestamptz not null, token text,
       primary key (account, id), foreign key (account, parent_id) references $schema.till_sales (account, id)
     )`,
    // A preloaded sale waits at its terminal for hours, while the terminal makes other sales.
    `create unique index till_sales_open on $schema.till_sales (account, terminal_id) where state = 'open' and not preloaded`,
    `create index till_sales_due on $schema.till_sales (account, due_at) where due_at is not null`,
    `create index till_sales_created on $schema.till_sales (account, created_at)`,
    `create index till_sales_ended on $schema.till_sales (account, ended_at) where ended_at is not null`,
    `create index till_sales_parent on $schema.till_sales (account, parent_id) where parent_id is not null`,
    `create index till_sales_transaction on $schema.till_sales (transaction_id) where transaction_id is not null`,
  ],
];
