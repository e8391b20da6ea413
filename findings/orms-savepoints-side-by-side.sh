#!/usr/bin/env bash
# Drizzle, Sequelize and MikroORM: of two nested transactions side by side, the failed one can undo the successful one.
#
# Libraries: drizzle-orm 0.45.4, sequelize 6.37.8, @mikro-orm/postgresql 7.2.5. Server: PGlite 0.5.14 behind
# @electric-sql/pglite-socket 0.2.17.
#
# Expected: two nested transactions run in Promise.allSettled(). The first one resolves and the second one rejects, so the row
# of the first one is committed with the outer transaction (or the library refuses the second one, as Prisma 7.10.0 does).
# Happens: both share one stack of savepoints. The rollback of the second one undoes the row of the first one, whose promise has
# resolved, and the outer transaction commits without an error.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --legacy-peer-deps \
  drizzle-orm@0.45.4 sequelize@6.37.8 @mikro-orm/core@7.2.5 @mikro-orm/postgresql@7.2.5 pg@8.23.1 pg-hstore@2.3.4 \
  @electric-sql/pglite@0.5.14 @electric-sql/pglite-socket@0.2.17
cat >run.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { setTimeout } from 'node:timers/promises';

const db = await PGlite.create();
await db.exec('create table orders (library text, id text)');
const server = new PGLiteSocketServer({ db, port: 54328, host: '127.0.0.1' });
await server.start();
const url = 'postgres://postgres:postgres@127.0.0.1:54328/postgres';
const insert = (library, id) => `insert into orders values ('${library}', '${id}')`;

/** Runs two nested transactions: the first one succeeds, the second one fails a moment later. */
async function both(library, nested, run) {
  const [approved] = await Promise.allSettled([
    nested(async (tx) => {
      await run(tx, insert(library, 'approved'));
      await setTimeout(50);
    }),
    nested(async (tx) => {
      await run(tx, insert(library, 'declined'));
      await setTimeout(100);
      throw new Error('declined');
    }),
  ]);
  return approved.status;
}

const LIBRARIES = {
  async drizzle() {
    const { sql } = await import('drizzle-orm');
    const { drizzle } = await import('drizzle-orm/node-postgres');
    const { default: pg } = await import('pg');
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    const run = (tx, text) => tx.execute(sql.raw(text));
    const status = await drizzle(pool).transaction((tx) => both('drizzle', (work) => tx.transaction(work), run));
    await pool.end();
    return status;
  },
  async sequelize() {
    const { Sequelize } = await import('sequelize');
    const sequelize = new Sequelize(url, { logging: false, pool: { max: 1 } });
    const run = (transaction, text) => sequelize.query(text, { transaction });
    const status = await sequelize.transaction((transaction) =>
      both('sequelize', (work) => sequelize.transaction({ transaction }, work), run),
    );
    await sequelize.close();
    return status;
  },
  async 'mikro-orm'() {
    const { MikroORM } = await import('@mikro-orm/postgresql');
    const orm = await MikroORM.init({
      clientUrl: url,
      entities: [],
      discovery: { warnWhenNoEntities: false },
      pool: { min: 0, max: 1 },
    });
    const run = (em, text) => em.getConnection().execute(text, [], 'run', em.getTransactionContext());
    const status = await orm.em.fork().transactional((em) => both('mikro-orm', (work) => em.transactional(work), run));
    await orm.close();
    return status;
  },
};

let isAsDescribed = true;
for (const [library, run] of Object.entries(LIBRARIES)) {
  const status = await run();
  const { rows } = await db.query('select id from orders where library = $1', [library]);
  const ids = rows.map(({ id }) => id);
  console.log(`${library}: the first nested transaction was ${status}, committed rows:`, ids);
  isAsDescribed &&= status === 'fulfilled' && !ids.includes('approved');
}
await server.stop();
await db.close();
process.exit(isAsDescribed ? 0 : 1);
JS
node run.mjs
