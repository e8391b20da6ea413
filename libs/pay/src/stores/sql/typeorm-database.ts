import { objectWith, requireOptions, rule } from '../../core/options/option-rules.js';
import type { SqlDatabase, SqlSession } from './sql-store.js';

/** The part of a TypeORM `QueryRunner` that a store uses. */
export interface TypeormQueryRunner {
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
  readonly queryRunner?: TypeormQueryRunner;
}

/** The part of a TypeORM `DataSource` that a store uses. */
export interface TypeormDataSource<Manager extends TypeormManager> {
  /** Options of the data source. `type` must be `'postgres'`. */
  readonly options: { readonly type: string; readonly poolSize?: number };
  /** Entity manager outside of transactions. */
  readonly manager: Manager;
  /** Acquires a connection from the pool. */
  createQueryRunner(): TypeormQueryRunner;
  /** Commits if `run` resolves, and rolls back if it rejects. */
  transaction<Result>(run: (manager: Manager) => Promise<Result>): Promise<Result>;
}

const RULES = {
  dataSource: { ...objectWith('createQueryRunner', 'transaction'), required: 'pass a DataSource of TypeORM' },
  'dataSource.options.type': rule((type) => type === 'postgres', "'postgres'"),
};

/**
 * Adapts a TypeORM data source to the interface of SQL stores.
 *
 * @throws RangeError if `dataSource` is not one of PostgreSQL.
 * @example PaySplitsModule.forRoot({ database: typeormDatabase(dataSource) })
 */
export function typeormDatabase<Manager extends TypeormManager>(
  dataSource: TypeormDataSource<Manager>,
): SqlDatabase<Manager> {
  requireOptions(RULES, { dataSource, 'dataSource.options.type': dataSource?.options?.type }, '');
  return {
    connections: dataSource.options.poolSize,
    async query<Row>(text: string, values?: unknown[]) {
      const runner = dataSource.createQueryRunner();
      try {
        return await sessionOf(runner).query<Row>(text, values);
      } finally {
        await runner.release();
      }
    },
    transaction: (run) => dataSource.transaction((manager) => run(sessionOf(manager.queryRunner), manager)),
  };
}

function sessionOf(runner: TypeormQueryRunner | undefined): SqlSession {
  return {
    async query<Row>(text: string, values?: unknown[]) {
      if (runner === undefined)
        throw new TypeError('the EntityManager of the transaction has no QueryRunner');
      // Without `true`, the result of `update` and `delete` has another shape.
      const { records } = await runner.query(text, values, true);
      return { rows: records as Row[] };
    },
  };
}
