/** Runs statements: a client of `pg`, a PGlite database, or a transaction of either. */
export interface SqlSession {
  /** Runs one statement; `$1` stands for the first value. */
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** A database that has transactions. `Transaction` is what its own users know: a `PoolClient`, a PGlite `Transaction`. */
export interface SqlDatabase<Transaction> extends SqlSession {
  /** How many transactions there may be at a time, where it is known. */
  readonly connections?: number;
  /** Commits when `run` resolves, takes all back when it rejects. */
  transaction<Result>(
    run: (session: SqlSession, transaction: Transaction) => Promise<Result>,
  ): Promise<Result>;
}
