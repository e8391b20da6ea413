import { BOOLEAN, requireOptions, rule } from '../core/options/option-rules.js';
import type { OptionRule } from '../core/options/option-rules.js';
import { isObject, withoutUndefined } from '../core/values/plain-data.js';
import type { PayIdempotency } from '../idempotency/pay-idempotency.js';
import type { PayInboxStore } from '../inbox/inbox-store.js';
import type { PayAccount, PayAccounts } from '../nest/accounts/pay-accounts.js';
import type { PayClientName } from '../nest/pay.client-table.js';
import { PayWiringError } from '../nest/pay.exceptions.js';
import { rowsOf } from '../stores/sql/sql-store.js';
import type { SqlTarget } from '../stores/sql/sql-store.js';

/** Options of each job that has tables in the database of the application. */
export interface JobOptions {
  /** Database of the tables: `postgresStore(…)`, `pgliteStore(…)`, `typeormStore(…)`, `prismaStore(…)` or `sqlStore(…)`. */
  store: PayInboxStore;
  /** Name of the PayModule; null for the default account. @default the default account, or the only one */
  account?: string | null;
  /** Creates or updates the tables at boot. With false, they must exist: see `npx nestjs-pay migrations`. @default true */
  migrate?: boolean;
}

/** Makes a rule one of an option that must be set. @param fix - What to pass, for the error message. */
export const required = (own: OptionRule, fix: string): OptionRule => ({ ...own, required: fix });

const STORE = 'a store in a SQL database, such as postgresStore({ pool })';
/** Rule of the option `store` of everything that has tables in the database of the application. */
export const STORE_RULE = required(
  rule((value) => isObject(value) && 'sql' in value, STORE),
  `pass ${STORE}`,
);
const RULES = {
  store: STORE_RULE,
  account: rule((value) => value === null || typeof value === 'string', 'the name of a PayModule, or null'),
  migrate: BOOLEAN,
} satisfies Record<keyof JobOptions, OptionRule>;

/** Checks the options of a job, and adds the defaults. @throws RangeError that names each wrong option. */
export function readJobOptions<Options extends JobOptions, Defaults extends Partial<Options>>(
  module: string,
  options: Options,
  own: Record<Exclude<keyof Options, keyof JobOptions>, OptionRule>,
  defaults: Defaults,
): Options & Defaults & { migrate: boolean; sql: SqlTarget<unknown> } {
  requireOptions({ ...RULES, ...own }, options, `${module}.`);
  const sql = options.store.sql as SqlTarget<unknown>;
  return { migrate: true, ...defaults, ...withoutUndefined(options), sql };
}

/**
 * Returns the idempotency store of a PayModule.
 *
 * @param client - Client that the job needs as well.
 * @param risk - What could happen otherwise, for the error message.
 * @throws PayWiringError if the PayModule lacks one of them.
 */
export function requireIdempotency(
  module: string,
  { options: { idempotency }, clientNames }: PayAccount,
  client: PayClientName,
  risk: string,
): PayIdempotency {
  const hasClient = clientNames.includes(client);
  if (hasClient && idempotency !== undefined) return idempotency;
  const missing = [!hasClient && `\`${client}\``, !idempotency && '`idempotency`'].filter(Boolean);
  throw new PayWiringError(
    `${module} needs the options ${missing.join(' and ')} of PayModule, for example ` +
      `idempotency: postgresIdempotency({ pool }): without them, ${risk}.`,
  );
}

/** A database and the server in which it runs, however the application connects to it. */
const DATABASE = `select current_database() || ' ' || pg_postmaster_start_time() as identity`;

/**
 * Checks that a job has its tables for itself: their rows name no account.
 *
 * @throws PayWiringError if the job of another account has the same schema of the same database.
 */
export async function requireOwnTables(
  module: string,
  accounts: PayAccounts,
  account: PayAccount,
  { schema, database }: SqlTarget<unknown>,
): Promise<void> {
  if (accounts.all.length === 1) return;
  const [found] = await rowsOf<{ identity: string }>(database, DATABASE);
  const tables = `${module} ${schema} ${found?.identity}`;
  const other = accounts.all.find((one) => one !== account && one.jobTables.has(tables));
  if (other !== undefined) {
    const both = [other, account]
      .map(({ name }) => (name === null ? 'the default account' : `'${name}'`))
      .join(' and ');
    throw new PayWiringError(
      `${module} has the tables of the schema "${schema}" for the accounts ${both}: pass the store of each account a schema of its own, for example schema: 'pay_${account.name ?? 'default'}'. Otherwise one account takes the rows of the other.`,
    );
  }
  account.jobTables.add(tables);
}
