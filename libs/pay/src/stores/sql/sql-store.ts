import { FUNCTION, objectWith, requireOptions, rule } from '../../core/options/option-rules.js';

/** Runs statements on a database, or in one of its transactions. */
export interface SqlSession {
  /**
   * Runs one statement. `$1` stands for the first value, and can occur several times. Values are texts, numbers, booleans, dates, null
   * and arrays of them. Results have no types other than texts, numbers and booleans.
   *
   * Rejects with an error that has PostgreSQL's error code, such as `23505`, as its `code` or as the `code` of its `cause`.
   */
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  /** Returns whether a handler has ended the transaction with the library's own commit or rollback. @default PostgreSQL is asked */
  hasEnded?(): boolean;
}

/**
 * A PostgreSQL database with transactions, for `sqlStore` and `sqlIdempotency`. `Transaction` is what `@PayTransaction()` passes to
 * handlers, such as the transaction of an ORM.
 */
export interface SqlDatabase<Transaction> extends SqlSession {
  /** Maximum number of concurrent transactions, if known. */
  readonly connections?: number;
  /**
   * Runs a function in a transaction. Commits if it resolves, and rolls back if it rejects. Begins the transaction with the isolation
   * `read committed`, whatever the default of the application is.
   *
   * @param run - Receives the session of the transaction, and the transaction itself.
   */
  transaction<Result>(
    run: (session: SqlSession, transaction: Transaction) => Promise<Result>,
  ): Promise<Result>;
}

/** Where the tables of a store are, so that other entries such as `nestjs-pay/till` can keep theirs there. */
export interface SqlTarget<Transaction> {
  readonly database: SqlDatabase<Transaction>;
  readonly schema: string;
  /** Returns the time for tests; null: the time of the database. */
  readonly now: () => Date | null;
}

const DATABASE = { database: { ...objectWith('query', 'transaction'), required: 'pass a SqlDatabase' } };

/** @throws RangeError if `database` is not a database. */
export function checkSqlDatabase<Transaction>(database: SqlDatabase<Transaction>): SqlDatabase<Transaction> {
  requireOptions(DATABASE, { database }, '');
  return database;
}

/** Options of a store in a database. */
export interface SqlStoreOptions {
  /** Schema of the store's own tables. @default 'pay' */
  schema?: string;
  /** Returns the time, for tests. @default the time of the database */
  now?: () => Date;
}

const SCHEMA = /^[A-Za-z_]\w{0,62}$/;

/** Whether a text can name the schema of the tables. */
export const isSchemaName = (value: unknown): value is string =>
  typeof value === 'string' && SCHEMA.test(value);

const RULES = {
  schema: rule(
    isSchemaName,
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

/** Returns SQL for the current time: `$1`, or the database's clock if `$1` is null, because the clocks of processes differ. */
export function sqlTime(clockFunction: 'clock_timestamp()' | 'statement_timestamp()') {
  const now = `coalesce($1::timestamptz, ${clockFunction})`;
  return {
    now,
    /** SQL for a time in the future. @param parameter - Parameter with the milliseconds, such as `$4`. */
    after: (parameter: string): string => `${now} + ${parameter}::float8 * interval '1 millisecond'`,
  };
}

/** Returns SQL that converts a time (since 1970) or an interval to milliseconds. */
export function epochMs(time: string): string {
  return `(extract(epoch from ${time}) * 1000)::float8`;
}

/** Returns the rows of a statement. */
export async function rowsOf<Row>(
  session: Pick<SqlSession, 'query'>,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  return (await session.query<Row>(text, values)).rows;
}

/** Returns the column of a member: `sent_at` for `sentAt`. */
export function columnOf(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
