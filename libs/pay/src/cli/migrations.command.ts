import { VERSION } from '../core/values/version.js';
import { IDEMPOTENCY_MIGRATIONS } from '../idempotency/sql/migrations.js';
import { INBOX_MIGRATIONS } from '../inbox/sql/migrations.js';
import { SUBSCRIPTION_MIGRATIONS } from '../subscriptions/migrations.js';
import { OPERATOR_MIGRATIONS } from '../operator/migrations.js';
import { SPLIT_MIGRATIONS } from '../splits/migrations.js';
import { migrationSql, removalSql } from '../stores/sql/migrate.js';
import type { Migrations, StoreName } from '../stores/sql/migrate.js';
import { isSchemaName } from '../stores/sql/sql-store.js';
import { FISCAL_MIGRATIONS } from '../fiscal/migrations.js';
import { TILL_MIGRATIONS } from '../till/migrations.js';
import { oneOf, readArguments } from './arguments.js';
import { UsageError } from './command.js';
import { MIGRATIONS_OPTIONS, MIGRATIONS_USAGE } from './help.generated.js';
import type { CommandIo } from './command.js';

const STORES = {
  inbox: INBOX_MIGRATIONS,
  idempotency: IDEMPOTENCY_MIGRATIONS,
  till: TILL_MIGRATIONS,
  // Printed only by name, because few applications have them.
  subscriptions: SUBSCRIPTION_MIGRATIONS,
  splits: SPLIT_MIGRATIONS,
  fiscal: FISCAL_MIGRATIONS,
  operator: OPERATOR_MIGRATIONS,
} satisfies Record<StoreName, Migrations>;

export const usage = MIGRATIONS_USAGE;

export function run(args: string[], { out }: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(args, MIGRATIONS_OPTIONS);
  if (positionals.length > 0) throw new UsageError('migrations takes only options');
  if (!values.print) throw new UsageError('migrations: add --print; the command only prints SQL');
  const { schema = 'pay' } = values;
  if (!isSchemaName(schema))
    throw new UsageError('--schema: expected at most 63 letters, digits and _, not beginning with a digit');
  const only = oneOf('--only', values.only, Object.keys(STORES) as (keyof typeof STORES)[]);
  const stores = only === undefined ? (['inbox', 'idempotency'] as const) : [only];
  const sqlOf = values.down ? removalSql : migrationSql;
  const parts = stores.map((store) => sqlOf(schema, store, STORES[store]));
  out(`-- Tables of nestjs-pay ${VERSION} for PostgreSQL\n\n${parts.join('\n')}`);
  return Promise.resolve(0);
}
