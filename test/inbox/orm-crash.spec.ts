import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transformSync } from '@swc/core';
import { PayEventType, PayWallet, unwrap } from 'nestjs-pay/client';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import type { Client } from 'pg';
import { GOOD_CARD } from '../cards.js';
import { PAY } from '../packages.js';
import { noteSkipped } from '../skipped.mjs';
import { createDatabase, POSTGRES_URL } from '../stores/databases.js';
import { BOOKS, ORMS } from '../stores/orms.mjs';
import { until } from '../until.js';

const ROOT = join(import.meta.dirname, '../..');
const isBuilt = existsSync(PAY.command);
if (!isBuilt)
  noteSkipped('The tests that kill an application with an ORM were skipped: npm run build first.');

/** Compiles what the page shows of the recipes, in a folder from which they find the ORMs. */
function compileRecipes(): string {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'pay-recipes-'));
  const names = ['drizzle-database', 'knex-database'];
  for (const name of names) {
    const source = readFileSync(join(ROOT, `docs/examples/guides/${name}.ts`), 'utf8');
    const shown = /\/\/ #region example\n(.*)\/\/ #endregion/s.exec(source)?.[1] ?? '';
    const { code } = transformSync(shown, {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
      module: { type: 'es6' },
    });
    writeFileSync(join(folder, `${name}.mjs`), code);
  }
  writeFileSync(join(folder, 'index.mjs'), names.map((name) => `export * from './${name}.mjs';\n`).join(''));
  return folder;
}

(isBuilt && POSTGRES_URL !== undefined ? describe : describe.skip)(
  'a process that is killed inside a handler with @PayTransaction()',
  () => {
    let simulator: PaySimulator;
    let wallet: PayWallet | undefined;
    let db: Client;
    let databaseUrl: string;
    let recipes: string;
    let orderCode: string;
    const apps: ChildProcess[] = [];
    /** Books and entries: after the first process has written, after it was killed, and after the second process. */
    const seen: Record<'written' | 'killed' | 'restarted', Record<string, unknown>> = {
      written: {},
      killed: {},
      restarted: {},
    };
    const runs: Record<string, number> = {};

    /** Starts the application. Resolves with its address when it is ready. */
    async function start(hang: 'yes' | 'no'): Promise<{ url: string; written: string[] }> {
      const app = fork(join(import.meta.dirname, 'orm-app.mjs'), [], {
        env: {
          ...process.env,
          NODE_OPTIONS: '',
          PAY_TEST_WALLET: JSON.stringify({
            ...simulator.credentials.merchant,
            endpoints: simulator.endpoints,
            dev: true,
          }),
          PAY_TEST_DATABASE: databaseUrl,
          PAY_TEST_RECIPES: pathToFileURL(join(recipes, 'index.mjs')).href,
          PAY_TEST_HANG: hang,
        },
      });
      apps.push(app);
      const written: string[] = [];
      let url: string | undefined;
      app.on('message', (message: { url?: string; written?: string }) => {
        url ??= message.url;
        if (message.written !== undefined) written.push(message.written);
      });
      await until(() => url !== undefined || app.exitCode !== null, { forMs: 60_000 });
      if (url === undefined) throw new Error('the application did not start');
      return { url, written };
    }

    /** Returns the number of times that the handler's write is in effect, and the state of the event. */
    async function read(name: string): Promise<unknown> {
      const books = await db.query('select times from books where id = $1', [`${name} ${orderCode}`]);
      const entries = await db.query<{ state: string }>(`select state from pay_${name}.inbox_events`);
      return { books: books.rows, entries: entries.rows.map(({ state }) => state) };
    }
    const readAll = async () =>
      Object.fromEntries(await Promise.all(ORMS.map(async (name) => [name, await read(name)] as const)));

    beforeAll(async () => {
      recipes = compileRecipes();
      simulator = await createPaySimulator({ clock: 'manual' });
      ({ client: db, url: databaseUrl } = await createDatabase('orm_crash'));
      await db.query(BOOKS);

      const first = await start('yes');
      for (const name of ORMS) {
        const eventTypeIds = [PayEventType.TransactionPaymentCreated];
        await simulator.webhooks.register({ url: `${first.url}/hooks/${name}`, eventTypeIds });
      }
      wallet = new PayWallet({ ...simulator.credentials.merchant, endpoints: simulator.endpoints });
      orderCode = unwrap(await wallet.payments.createOrder({ amount: 2450 })).orderCodeText;
      expect(simulator.checkout.pay(orderCode, GOOD_CARD).kind).toBe('approved');
      await simulator.deliveries.settled();
      await until(() => first.written.length === ORMS.length, { forMs: 60_000 });
      seen.written = await readAll();
      apps[0]?.kill('SIGKILL');
      await once(apps[0]!, 'exit');
      seen.killed = await readAll();

      const second = await start('no');
      const isDone = (): Promise<boolean> =>
        readAll().then(
          (all) => !JSON.stringify(all).includes('working') && second.written.length >= ORMS.length,
        );
      await until(isDone, { forMs: 60_000 });
      seen.restarted = await readAll();
      for (const name of ORMS) runs[name] = second.written.filter((one) => one === name).length;
    });
    afterAll(async () => {
      for (const app of apps) {
        if (app.exitCode !== null || app.signalCode !== null) continue;
        app.kill('SIGKILL');
        await once(app, 'exit');
      }
      await wallet?.close();
      await simulator.close();
      await db.end();
      rmSync(recipes, { recursive: true, force: true });
    });

    it.each(ORMS)('leaves neither its writes nor a handled event, and both after a restart: %s', (name) => {
      const neither = { books: [], entries: ['working'] };
      expect([seen.written[name], seen.killed[name]]).toEqual([neither, neither]);
      expect(seen.restarted[name]).toEqual({ books: [{ times: 1 }], entries: ['done'] });
      expect(runs[name]).toBe(1);
    });
  },
);
