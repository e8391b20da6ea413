import { randomUUID } from 'node:crypto';
import { succeedOnce } from '../../core/succeed-once.js';
import { migrate } from '../../stores/sql/migrate.js';
import { readSqlOptions } from '../../stores/sql/sql-options.js';
import type { SqlStoreOptions } from '../../stores/sql/sql-options.js';
import type { SqlDatabase } from '../../stores/sql/sql-session.js';
import type { StoredToken, TokenStore } from '../token-store.js';
import { TOKEN_MIGRATIONS, tokenStatements } from './token-statements.js';

/** A token store with a table. */
export interface SqlTokenStore extends TokenStore {
  /** Makes or changes the table. The first use does it by itself: call it where that user may not create anything. */
  migrate(): Promise<void>;
}

/** Tokens in PostgreSQL's SQL: a server and PGlite differ in how a session is had, nothing else. */
export class SqlTokens<Transaction> implements SqlTokenStore {
  readonly #schema: string;
  readonly #sql: ReturnType<typeof tokenStatements>;
  readonly #now: () => Date | null;
  readonly migrate = succeedOnce(() => migrate(this.database, this.#schema, 'token', TOKEN_MIGRATIONS));

  constructor(
    private readonly database: SqlDatabase<Transaction>,
    options: SqlStoreOptions,
  ) {
    const { schema, now } = readSqlOptions(options);
    this.#schema = schema;
    this.#sql = tokenStatements(schema);
    this.#now = now;
  }

  async read(key: string): Promise<StoredToken | null> {
    const [row] = await this.#query<{ sealed: string; expires_ms: number }>(this.#sql.read, [key]);
    return row === undefined ? null : { sealed: row.sealed, expiresAt: Math.round(row.expires_ms) };
  }

  async lock(key: string, leaseMs: number): Promise<string | null> {
    const lock = randomUUID();
    const rows = await this.#query(this.#sql.lock, [this.#now(), key, lock, leaseMs]);
    return rows.length > 0 ? lock : null;
  }

  async write(key: string, { sealed, expiresAt }: StoredToken): Promise<void> {
    await this.#query(this.#sql.write, [this.#now(), key, sealed, expiresAt]);
  }

  async unlock(key: string, lock: string): Promise<void> {
    await this.#query(this.#sql.unlock, [key, lock]);
  }

  async #query<Row>(text: string, values: unknown[]): Promise<Row[]> {
    await this.migrate();
    return (await this.database.query<Row>(text, values)).rows;
  }
}
