import { randomUUID } from 'node:crypto';
import { checkTables, migrate } from '../stores/sql/migrate.js';
import type { Migrations, StoreName } from '../stores/sql/migrate.js';
import { rowsOf } from '../stores/sql/sql-store.js';
import type { SqlSession, SqlTarget } from '../stores/sql/sql-store.js';

/** SQL for the end of a lease, by the clock of the database. @param parameter - Parameter with the milliseconds, such as `$4`. */
export const leaseEnd = (parameter: string): string =>
  `clock_timestamp() + ${parameter}::float8 * interval '1 millisecond'`;

/** SQL that tells whether no process has the lease of a row. */
export const IS_FREE = '(leased_until is null or leased_until <= clock_timestamp())';

/** What a change of a row writes. */
interface RowChange<Row, Result> {
  row: Row;
  result: Result;
  /** Renews the lease; 0 ends it. @default the lease stays as it is */
  leaseMs?: number | undefined;
  /** Runs in the same transaction. */
  also?: (session: SqlSession, transaction: unknown) => Promise<void>;
}

/** A table of JSON rows: `data`, columns that find the rows, and a lease in `token` and `leased_until`. */
export abstract class JsonStore<Row> {
  protected readonly table: string;
  /** Columns and their values in a statement with `valuesOf`: `(id, data)` and `($1::text, $2::text)`. */
  protected readonly columns: string;
  protected readonly places: string;
  readonly #key: string;

  /** @param columns - Types of the columns. The first one is the ID. */
  constructor(
    protected readonly sql: SqlTarget<unknown>,
    private readonly name: StoreName,
    columns: Readonly<Record<string, string>>,
    table: string = name,
  ) {
    const types = Object.entries({ ...columns, data: 'text' });
    this.table = `"${sql.schema}".${table}`;
    this.columns = `(${types.map(([column]) => column).join(', ')})`;
    this.places = `(${types.map(([, type], index) => `$${index + 1}::${type}`).join(', ')})`;
    this.#key = types[0]?.[0] ?? '';
  }

  /** Returns the values of the columns before `data`. */
  protected abstract columnsOf(row: Row): unknown[];

  protected valuesOf(row: Row): unknown[] {
    return [...this.columnsOf(row), JSON.stringify(row)];
  }

  protected rowOf({ data }: { data: string }): Row {
    return JSON.parse(data) as Row;
  }

  /** Creates or updates the tables, or checks that they are up to date. */
  migrate(mayChange: boolean, migrations: Migrations): Promise<void> {
    return (mayChange ? migrate : checkTables)(this.sql.database, this.sql.schema, this.name, migrations);
  }

  async get(id: string): Promise<Row | null> {
    const [row = null] = await this.list(`${this.#key} = $1`, [id]);
    return row;
  }

  /** Reads the rows that meet a condition. */
  protected async list(
    condition: string,
    values: unknown[],
    session: SqlSession = this.sql.database,
  ): Promise<Row[]> {
    const text = `select data from ${this.table} where ${condition}`;
    return (await rowsOf<{ data: string }>(session, text, values)).map((row) => this.rowOf(row));
  }

  /** Leases a row. Resolves with the token; null if another process has the lease. */
  async acquire(id: string, leaseMs: number): Promise<string | null> {
    const [row] = await rowsOf<{ token: string }>(
      this.sql.database,
      `update ${this.table} set token = $2, leased_until = ${leaseEnd('$3')} where ${this.#key} = $1 and ${IS_FREE} returning token`,
      [id, randomUUID(), leaseMs],
    );
    return row?.token ?? null;
  }

  /** Ends a lease. */
  async release(id: string, token: string): Promise<void> {
    await this.sql.database.query(
      `update ${this.table} set token = null, leased_until = null where ${this.#key} = $1 and token = $2`,
      [id, token],
    );
  }

  /**
   * Changes a row in a transaction.
   *
   * @param token - Token of the lease. If it is lost, nothing changes. Null changes the row without a lease.
   * @param decide - Returns the change of the present row, or null for none. If it throws, nothing changes.
   * @returns The result of the change. Null if there was no row, or nothing to change.
   */
  changeRow<Result>(
    id: string,
    token: string | null,
    decide: (row: Row) => RowChange<Row, Result> | null,
  ): Promise<Result | null> {
    return this.sql.database.transaction(async (session, transaction) => {
      const condition = `${this.#key} = $1 and ($2::text is null or token = $2) for update`;
      const [row] = await this.list(condition, [id, token], session);
      const change = row === undefined ? null : decide(row);
      if (change === null) return null;
      const values = this.valuesOf(change.row);
      const renewed = change.leaseMs === undefined ? [] : [change.leaseMs];
      // A lease of 0 milliseconds is over, and its token is gone.
      const lease = `, leased_until = ${leaseEnd(`$${values.length + 1}`)}, token = case when $${values.length + 1}::float8 > 0 then token end`;
      await session.query(
        `update ${this.table} set ${this.columns} = ${this.places}${renewed.length > 0 ? lease : ''} where ${this.#key} = $1`,
        [...values, ...renewed],
      );
      await change.also?.(session, transaction);
      return change.result;
    });
  }
}
