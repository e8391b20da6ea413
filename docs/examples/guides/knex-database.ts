import { expect } from '@jest/globals';
import createKnex from 'knex';
// #region example
import type { Knex } from 'knex';
import type { SqlDatabase, SqlSession } from 'nestjs-pay/postgres';

/** Lets the inbox and the idempotency keys use your Knex instance. */
export function knexDatabase(knex: Knex): SqlDatabase<Knex.Transaction> {
  return {
    ...sessionOf(knex),
    transaction: (run) =>
      knex.transaction((trx) => run({ ...sessionOf(trx), hasEnded: () => trx.isCompleted() }, trx), {
        isolationLevel: 'read committed', // whatever the default of your database is
      }),
  };
}

function sessionOf(knex: Knex): SqlSession {
  return {
    async query<Row>(text: string, values: unknown[] = []) {
      // Knex writes `?` instead of `$1`, with one value for each.
      const bindings: unknown[] = [];
      const statement = text.replaceAll(/\$(\d+)/g, (_, place) => {
        bindings.push(values[Number(place) - 1]);
        return '?';
      });
      const { rows } = await knex.raw<{ rows: Row[] }>(statement, bindings as Knex.RawBinding[]);
      return { rows };
    },
  };
}
// #endregion

/** test/inbox/orms.spec.ts runs the stores through this function on a PostgreSQL server. */
export const run = async (): Promise<void> => {
  const knex = createKnex({
    client: 'pg',
    connection: 'postgres://127.0.0.1:1',
    log: { error: () => undefined, warn: () => undefined },
  });
  await expect(knexDatabase(knex).query('select $1::int', [1])).rejects.toThrow('ECONNREFUSED');
  await knex.destroy();
};
