import { FUNCTION, requireOptions, rule } from '../../core/options/option-rules.js';

/** Options of a store in a database. */
export interface SqlStoreOptions {
  /** Schema of the store's own tables. @default 'pay' */
  schema?: string;
  /** Returns the time, for tests. @default the time of the database */
  now?: () => Date;
}

const SCHEMA = /^[A-Za-z_]\w{0,62}$/;

const RULES = {
  schema: rule(
    (value) => typeof value === 'string' && SCHEMA.test(value),
    'a name of at most 63 letters, digits and _ that does not begin with a digit',
    "'pay'",
  ),
  now: FUNCTION,
};

/** Adds the defaults. @throws RangeError that names the wrong option. */
export function readSqlOptions(options: SqlStoreOptions): { schema: string; now: () => Date | null } {
  requireOptions(RULES, options, '');
  const { schema = 'pay', now = () => null } = options;
  return { schema, now };
}
