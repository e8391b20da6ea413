/** Options of a store in a database. */
export interface SqlStoreOptions {
  /** Schema of the store's tables. @default 'pay' */
  schema?: string;
  /** Returns the time, for tests. @default the database's clock */
  now?: () => Date;
}

const SCHEMA = /^[A-Za-z_]\w{0,62}$/;

/** @throws RangeError for an invalid schema name. */
export function readSqlOptions({ schema = 'pay', now }: SqlStoreOptions): {
  schema: string;
  now: () => Date | null;
} {
  if (!SCHEMA.test(schema))
    throw new RangeError(
      'schema must be a name of at most 63 letters, digits and _ that does not begin with a digit',
    );
  return { schema, now: now ?? (() => null) };
}
