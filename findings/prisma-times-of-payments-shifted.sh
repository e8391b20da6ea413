#!/usr/bin/env bash
# @prisma/adapter-pg 7.10.0: the times of payments in a PostgreSQL database whose time zone is not UTC.
#
# Server: PGlite 0.5.14 behind @electric-sql/pglite-socket 0.2.17. Read beside it by pg 8.23.1.
#
# Expected: timestamptz is a point in time, which is the same in all time zones. Prisma stores a Date of JavaScript so that other
# programs read the same time, and reads what other programs stored, as pg does.
# Happens: the adapter sends the date as UTC without an offset, so PostgreSQL takes 6:30 UTC for 6:30 in Athens, 3:30 UTC. In a time that it
# reads, it replaces the offset +03 with +00, so 6:30 UTC is 9:30 UTC. A test that writes and reads with Prisma passes, because both
# errors cancel out. A query for the payments of a day, now() of PostgreSQL, and each other program are two or three hours off. There is
# no error. The option '-c TimeZone=UTC' of the connection avoids it.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @prisma/adapter-pg@7.10.0 pg@8.23.1 @electric-sql/pglite@0.5.14 \
  @electric-sql/pglite-socket@0.2.17 >/dev/null
cat >try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
const PAID_AT = '2026-03-29T06:30:00.000Z';
const db = await PGlite.create();
const server = new PGLiteSocketServer({ db, port: 54329, host: '127.0.0.1' });
await server.start();
const connectionString = 'postgres://postgres:postgres@127.0.0.1:54329/postgres';
const datetime = { scalarType: 'datetime', arity: 'scalar' };
const iso = (time) => new Date(time).toISOString();

const pool = new pg.Pool({ connectionString, max: 1 });
const adapter = await new PrismaPg(pool).connect();

/** Returns the time that Prisma's adapter writes and pg reads, the one that pg writes and the adapter reads, and both by the adapter. */
async function timesIn(timeZone) {
  await pool.query(`set timezone to '${timeZone}'`);
  await pool.query('drop table if exists payments');
  await pool.query('create table payments (id int, paid_at timestamptz)');
  await adapter.executeRaw({ sql: 'insert into payments values (1, $1)', args: [PAID_AT], argTypes: [datetime] });
  await pool.query('insert into payments values (2, $1)', [PAID_AT]);
  const select = 'select paid_at from payments order by id';
  const byPg = (await pool.query(select)).rows.map(({ paid_at }) => iso(paid_at));
  const byPrisma = (await adapter.queryRaw({ sql: select, args: [], argTypes: [] })).rows.map(([time]) => iso(time));
  return [byPg[0], byPrisma[1], byPrisma[0]];
}

const expected = {
  UTC: [PAID_AT, PAID_AT, PAID_AT],
  'Europe/Athens': ['2026-03-29T03:30:00.000Z', '2026-03-29T09:30:00.000Z', PAID_AT],
};
let isSame = true;
for (const [timeZone, right] of Object.entries(expected)) {
  const [written, read, both] = await timesIn(timeZone);
  console.log(`${timeZone}: paid at ${PAID_AT}, written by Prisma ${written}, read by Prisma ${read}, both ${both}`);
  isSame &&= [written, read, both].join() === right.join();
}
await adapter.dispose();
await pool.end();
await server.stop();
await db.close();
process.exit(isSame ? 0 : 1);
JS
node try.mjs
