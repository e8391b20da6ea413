#!/usr/bin/env bash
# TypeORM: a failed transaction() whose nested transaction is open is committed later.
#
# Library: typeorm 1.1.1 on pg 8.23.1. Server: PGlite 0.5.14 behind @electric-sql/pglite-socket 0.2.17.
#
# Expected: the callback of dataSource.transaction() throws while a nested manager.transaction() is still running, so everything
# is rolled back, and the connection returns to the pool without a transaction.
# Happens: TypeORM counts one level of nesting too many, sends ROLLBACK TO SAVEPOINT, and returns the connection to its pool inside
# the open transaction. The next transaction() on that connection begins inside it, and its COMMIT commits the row of the failed one.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --legacy-peer-deps \
  typeorm@1.1.1 pg@8.23.1 reflect-metadata@0.2.2 @electric-sql/pglite@0.5.14 @electric-sql/pglite-socket@0.2.17
cat >run.mjs <<'JS'
import 'reflect-metadata';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { readFileSync } from 'node:fs';
import { DataSource } from 'typeorm';

const { version } = JSON.parse(readFileSync('node_modules/typeorm/package.json', 'utf8'));
const db = await PGlite.create();
await db.exec('create table orders (id text)');
const server = new PGLiteSocketServer({ db, port: 54329, host: '127.0.0.1' });
await server.start();
const dataSource = await new DataSource({
  type: 'postgres',
  url: 'postgres://postgres:postgres@127.0.0.1:54329/postgres',
  poolSize: 1,
}).initialize();
const insert = (manager, id) => manager.query('insert into orders values ($1)', [id]);

let nestedEnded = Promise.resolve();
let finish = () => {};
const failed = await dataSource
  .transaction(async (manager) => {
    await insert(manager, 'of the failed transaction');
    await new Promise((resolve) => {
      nestedEnded = manager
        .transaction(async (nested) => {
          await nested.query('select 1');
          resolve();
          await new Promise((done) => (finish = done));
        })
        .catch(() => undefined);
    });
    throw new Error('the callback failed');
  })
  .catch((error) => error.message);
// The next transaction on the connection of the pool.
await dataSource.transaction((manager) => insert(manager, 'of the next transaction'));
finish();
await nestedEnded;
const rows = (await dataSource.query('select id from orders order by id')).map(({ id }) => id);
console.log(`typeorm ${version}: transaction() rejected with "${failed}"`);
console.log('rows:', rows);
await dataSource.destroy();
await server.stop();
await db.close();
process.exit(rows.includes('of the failed transaction') ? 0 : 1);
JS
node run.mjs
