import { expect } from '@jest/globals';
import { drizzle } from 'drizzle-orm/pg-proxy';
// #region example
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { withPoolClient } from 'nestjs-pay/postgres';
import type { SqlDatabase, SqlSession } from 'nestjs-pay/postgres';
import type { Pool, PoolClient } from 'pg';

type Transaction<Schema extends Record<string, unknown>> = Parameters<
  Parameters<NodePgDatabase<Schema>['transaction']>[0]
>[0];

/** Lets the inbox and the idempotency keys use Drizzle on your pool of node-postgres. */
export function drizzleDatabase<Schema extends Record<string, unknown>>(
  pool: Pool,
  open: (connection: Pool | PoolClient) => NodePgDatabase<Schema>,
): SqlDatabase<Transaction<Schema>> {
  return {
    ...sessionOf(open(pool)),
    transaction: (run) =>
      // Rolls back and closes the connection of a handler that fails or exceeds its time limit, because it may still write.
      withPoolClient(pool, (client: PoolClient) =>
        open(client).transaction((tx) => run(sessionOf(tx), tx), {
          isolationLevel: 'read committed', // whatever the default of your database is
        }),
      ),
  };
}

function sessionOf(db: Pick<NodePgDatabase, 'execute'>): SqlSession {
  return {
    async query<Row>(text: string, values: unknown[] = []) {
      // Drizzle numbers the values itself: each `$1` becomes one of its parameters.
      const parts = text
        .split(/\$(\d+)/)
        .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql.param(values[Number(part) - 1])));
      const { rows } = await db.execute(sql.join(parts));
      return { rows: rows as Row[] };
    },
  };
}
// #endregion

/** test/inbox/orms.spec.ts runs the stores through this function on a PostgreSQL server. */
export const run = async (): Promise<void> => {
  const statements: unknown[] = [];
  const db = drizzle((...statement) => {
    statements.push(statement.slice(0, 2));
    return Promise.resolve({ rows: [] });
  });
  const database = drizzleDatabase({} as Pool, () => db as unknown as NodePgDatabase);
  await database.query('select $2::text, $1, $1', [['a', 'b'], 'c']);
  expect(statements).toEqual([['select $1::text, $2, $3', ['c', ['a', 'b'], ['a', 'b']]]]);
};
