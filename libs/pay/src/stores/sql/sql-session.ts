/** Runs statements on a `pg` client, a PGlite database, or a transaction of either. */
export interface SqlSession {
  /** Runs one statement; `$1` stands for the first value. */
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** A database with transactions. `Transaction` is the driver's own type: a `PoolClient` or a PGlite `Transaction`. */
export interface SqlDatabase<Transaction> extends SqlSession {
  /** Maximum number of concurrent transactions, if known. */
  readonly connections?: number;
  /** Commits if `run` resolves, and rolls back if it rejects. */
  transaction<Result>(
    run: (session: SqlSession, transaction: Transaction) => Promise<Result>,
  ): Promise<Result>;
}
