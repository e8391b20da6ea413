/** Options of a store in a database. */
export interface SqlStoreOptions {
  /** The schema of the store's own tables. @default 'pay' */
  schema?: string;
  /** The time, for tests. @default the database's own */
  now?: () => Date;
}

const SCHEMA = /^[A-Za-z_]\w{0,62}$/;

/** @throws RangeError for a schema's name that is none. */
export function readSqlOptions({ schema = 'pay', now }: SqlStoreOptions): {
  schema: string;
  now: () => Date | null;
} {
  if (!SCHEMA.test(schema))
    throw new RangeError(
      'schema must be a name: letters, digits and _, at most 63, not beginning with a digit',
    );
  return { schema, now: now ?? (() => null) };
}
