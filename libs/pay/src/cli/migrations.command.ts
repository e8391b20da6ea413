import { VERSION } from '../core/values/version.js';
import { IDEMPOTENCY_MIGRATIONS } from '../idempotency/sql/migrations.js';
import { INBOX_MIGRATIONS } from '../inbox/sql/migrations.js';
import { SUBSCRIPTION_MIGRATIONS } from '../subscriptions/migrations.js';
import { OPERATOR_MIGRATIONS } from '../operator/migrations.js';
import { SPLIT_MIGRATIONS } from '../splits/migrations.js';
import { migrationSql, removalSql } from '../stores/sql/migrate.js';
import { isSchemaName } from '../stores/sql/sql-store.js';
import { FISCAL_MIGRATIONS } from '../fiscal/migrations.js';
import { TILL_MIGRATIONS } from '../till/migrations.js';
import { oneOf, readArguments } from './arguments.js';
import { UsageError } from './command.js';
import { MIGRATIONS_OPTIONS, MIGRATIONS_USAGE } from './help.generated.js';
import type { Command, CommandIo } from './command.js';

const STORES = {
  inbox: { migrations: INBOX_MIGRATIONS, tables: ['inbox_deliveries', 'inbox_events'] },
  idempotency: { migrations: IDEMPOTENCY_MIGRATIONS, tables: ['idempotency_keys'] },
  till: { migrations: TILL_MIGRATIONS, tables: ['till_sales'] },
  // Printed only by name, because few applications have them.
  subscriptions: {
    migrations: SUBSCRIPTION_MIGRATIONS,
    tables: ['subscriptions', 'subscription_charges', 'subscription_notices'],
  },
  splits: { migrations: SPLIT_MIGRATIONS, tables: ['splits', 'split_entries'] },
  fiscal: { migrations: FISCAL_MIGRATIONS, tables: ['fiscal_sales', 'fiscal_series'] },
  operator: { migrations: OPERATOR_MIGRATIONS, tables: ['operator_actions', 'operator_secrets'] },
} as const;

export const migrationsCommand: Command = { usage: MIGRATIONS_USAGE, run };

function run(args: string[], { out }: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(args, MIGRATIONS_OPTIONS);
  if (positionals.length > 0) throw new UsageError('migrations takes only options');
  if (!values.print) throw new UsageError('migrations: add --print; the command only prints SQL');
  const { schema = 'pay' } = values;
  if (!isSchemaName(schema))
    throw new UsageError('--schema: expected at most 63 letters, digits and _, not beginning with a digit');
  const only = oneOf('--only', values.only, Object.keys(STORES) as (keyof typeof STORES)[]);
  const stores = only === undefined ? (['inbox', 'idempotency'] as const) : [only];
  const parts = stores.map((store) => {
    const { migrations, tables } = STORES[store];
    return values.down === true ? removalSql(schema, store, tables) : migrationSql(schema, store, migrations);
  });
  out(`-- Tables of nestjs-pay ${VERSION} for PostgreSQL\n\n${parts.join('\n')}`);
  return Promise.resolve(0);
}
