import { objectWith, requireOptions, rule } from '../../core/options/option-rules.js';
import { isObject } from '../../core/values/plain-data.js';
import { rollBack } from './postgres-database.js';
import type { PostgresQueryable } from './postgres-database.js';
import type { SqlDatabase, SqlSession } from './sql-store.js';

/** The part of a TypeORM `QueryRunner` that a store uses. */
export interface TypeormQueryRunner<Manager = unknown> {
  /** Entity manager of the connection. */
  readonly manager: Manager;
  /** Acquires the connection: a client of `pg`. */
  connect(): Promise<unknown>;
  /** Begins a transaction. */
  startTransaction(isolation: 'READ COMMITTED'): Promise<void>;
  /** Commits the transaction, or releases a savepoint in a nested one. */
  commitTransaction(): Promise<void>;
  /** Rolls back the transaction, or to a savepoint in a nested one. */
  rollbackTransaction(): Promise<void>;
  /** Runs one statement. */
  query(
    text: string,
    values: unknown[] | undefined,
    useStructuredResult: true,
  ): Promise<{ records: unknown[] }>;
  /** Returns the connection to the pool. */
  release(): Promise<void>;
}

/** The part of a TypeORM `EntityManager` that a store uses. */
export interface TypeormManager {
  /** Connection of the transaction. */
  readonly queryRunner?: object;
}

/** The part of a TypeORM `DataSource` that a store uses. */
export interface TypeormDataSource<Manager extends TypeormManager> {
  /** Options of the data source. `type` must be `'postgres'`. */
  readonly options: { readonly type: string; readonly poolSize?: number; readonly extra?: unknown };
  /** Entity manager outside of transactions. */
  readonly manager: Manager;
  /** Acquires a connection from the pool. */
  createQueryRunner(): TypeormQueryRunner<Manager>;
}

/** Client of `pg`, which TypeORM uses for PostgreSQL. */
interface Connection extends PostgresQueryable {
  end(): Promise<void>;
}

const RULES = {
  dataSource: { ...objectWith('createQueryRunner', 'transaction'), required: 'pass a DataSource of TypeORM' },
  'dataSource.options.type': rule((type) => type === 'postgres', "'postgres'"),
};
const OPEN =
  'a transaction that a handler began with startTransaction() is still open, so nothing is committed: end it before the handler ends';

/** Adapts a TypeORM data source to the interface of SQL stores. @throws RangeError if `dataSource` is not one of PostgreSQL. */
export function typeormDatabase<Manager extends TypeormManager>(
  dataSource: TypeormDataSource<Manager>,
): SqlDatabase<Manager> {
  requireOptions(RULES, { dataSource, 'dataSource.options.type': dataSource?.options?.type }, '');
  return {
    connections: poolSizeOf(dataSource.options),
    async query<Row>(text: string, values?: unknown[]) {
      const runner = dataSource.createQueryRunner();
      try {
        return await sessionOf(runner).query<Row>(text, values);
      } finally {
        await runner.release();
      }
    },
    async transaction(run) {
      const runner = dataSource.createQueryRunner();
      const connection = (await runner.connect()) as Connection;
      let isCommitted = false;
      try {
        await runner.startTransaction('READ COMMITTED');
        const result = await run(sessionOf(runner), runner.manager);
        // In a nested transaction, TypeORM's commit would only release a savepoint.
        if (depthOf(runner) > 1) throw new Error(OPEN);
        await runner.commitTransaction();
        isCommitted = true;
        return result;
      } finally {
        // TypeORM's own rollback ends at the savepoint of an open nested transaction, so the connection is rolled back and closed.
        if (!isCommitted) {
          await rollBack(connection, () => runner.rollbackTransaction());
          connection.end().catch(() => undefined);
        }
        await runner.release();
      }
    },
  };
}

/** Returns the maximum of the pool. `extra` has the options of `pg`, which win. */
function poolSizeOf({ poolSize, extra }: { poolSize?: number; extra?: unknown }): number | undefined {
  const max = isObject(extra) ? extra['max'] : undefined;
  return typeof max === 'number' ? max : poolSize;
}

/** Returns the number of open transactions and savepoints that TypeORM has begun. */
function depthOf(runner: object): number {
  const depth: unknown = Reflect.get(runner, 'transactionDepth');
  return typeof depth === 'number' ? depth : 1;
}

function sessionOf(runner: TypeormQueryRunner): SqlSession {
  return {
    async query<Row>(text: string, values?: unknown[]) {
      // Without `true`, the result of `update` and `delete` has another shape.
      const { records } = await runner.query(text, values, true);
      return { rows: records as Row[] };
    },
  };
}
