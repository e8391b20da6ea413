import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { durableInbox } from 'nestjs-pay';
import type { PayInboxStore } from 'nestjs-pay';
import { postgresIdempotency, postgresStore } from 'nestjs-pay/postgres';
import { Pool } from 'pg';
import { PAY } from '../packages.js';
import { noteSkipped } from '../skipped.mjs';
import { POSTGRES_URL } from '../stores/databases.js';
import { startOf } from './manual-inbox.js';
import { addDeadLetter } from './store-cases.js';

const name = `command_${process.pid}`;

const isBuilt = existsSync(PAY.command);
if (!isBuilt) noteSkipped('Tests of nestjs-pay inbox were skipped: npm run build first.');

/** Runs the command until it exits, which proves that it closes its connections. */
function command(
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: unknown; out: string; err: string }> {
  return new Promise((resolve) =>
    execFile(process.execPath, [PAY.command, ...args], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    ),
  );
}

/** Stores an event and moves it to the dead letters. */
const addOne = (store: PayInboxStore<never>): Promise<string> =>
  addDeadLetter(store, name, 'failed', { data: { OrderCodeText: '9999999999999999' } });

const onPostgres = isBuilt && POSTGRES_URL !== undefined ? describe : describe.skip;
onPostgres('nestjs-pay inbox on PostgreSQL', () => {
  const pool = new Pool({ connectionString: POSTGRES_URL, max: 2 });
  const env = { DATABASE_URL: POSTGRES_URL };
  afterAll(async () => {
    await pool.query(`drop schema if exists ${name} cascade`);
    await pool.end();
  });

  it('lists and replays dead letters, and reports a schema without an inbox', async () => {
    const store = postgresStore({ pool, schema: name });
    await store.migrate();
    const id = await addOne(store as PayInboxStore<never>);
    const [listed, otherSchema] = await Promise.all([
      command(['inbox', 'list', '--schema', name, '--json'], env),
      command(['inbox', 'list', '--schema', `${name}_not`], env),
    ]);
    expect(listed).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(listed.out)).toMatchObject({
      stats: { backlog: 0, dead: 1 },
      deadLetters: [{ id, reason: 'failed', orderCode: '9999999999999999', error: `why ${name}` }],
    });
    expect(otherSchema).toMatchObject({ code: 1, out: '' });
    expect(otherSchema.err).toContain(`the schema ${name}_not of this database has no inbox`);
    expect(await command(['inbox', 'replay', id, '--schema', name], env)).toMatchObject({ code: 0 });
    expect(await store.stats()).toMatchObject({ backlog: 1, dead: 0 });
  });
});

onPostgres('nestjs-pay migrations', () => {
  const schema = `printed_${process.pid}`;
  const pool = new Pool({ connectionString: POSTGRES_URL, max: 4 });
  afterAll(async () => {
    await pool.query(`drop schema if exists ${schema} cascade`);
    await pool.end();
  });
  const print = async (...args: string[]): Promise<string> =>
    (await command(['migrations', '--print', '--schema', schema, ...args], {})).out;

  it('prints the SQL for stores that do not migrate, which name what is missing or old', async () => {
    const idempotency = () => postgresIdempotency({ pool, schema, migrate: false });
    const start = async (): Promise<void> => {
      const inbox = durableInbox({ store: postgresStore({ pool, schema }), migrate: false });
      try {
        await inbox.start(startOf());
      } finally {
        await inbox.stop();
      }
    };
    const fix = (store: string) =>
      `run the SQL that \`npx nestjs-pay migrations --print --only ${store} --schema ${schema}\` prints`;
    await expect(start()).rejects.toThrow(
      `the schema "${schema}" has no tables for the inbox: ${fix('inbox')}`,
    );
    await expect(idempotency().migrate()).rejects.toThrow(
      `the schema "${schema}" has no tables for idempotency keys: ${fix('idempotency')}`,
    );

    await pool.query(await print());
    await start();
    await addOne(postgresStore({ pool, schema }) as PayInboxStore<never>);
    expect(await idempotency().find('refund-17')).toBeNull();

    await pool.query(`delete from ${schema}.inbox_migrations`);
    await expect(start()).rejects.toThrow(
      `the tables for the inbox in the schema "${schema}" have version 0, and this version of nestjs-pay needs version 1: ` +
        fix('inbox'),
    );

    await pool.query(await print('--down', '--only', 'inbox'));
    expect(await idempotency().find('refund-17')).toBeNull();
    await pool.query(await print('--down', '--only', 'idempotency'));
    const tables = await pool.query('select 1 from pg_tables where schemaname = $1', [schema]);
    expect(tables.rows).toEqual([]);
  });
});
