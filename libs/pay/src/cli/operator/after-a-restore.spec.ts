import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { durableInbox, PayReconciler } from 'nestjs-pay';
import type { PayInbox } from 'nestjs-pay';
import { bullmqInbox } from 'nestjs-pay/bullmq';
import { Marketplace, PayWallet, unwrap } from 'nestjs-pay/client';
import type { PayIdempotency } from 'nestjs-pay/client';
import { postgresIdempotency, postgresStore } from 'nestjs-pay/postgres';
import { Client, Pool } from 'pg';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { runLine } from '../command-io.testing.js';
import { buy, startShop } from '../../../../../test/e2e/webhook-shop.js';
import type { Shop } from '../../../../../test/e2e/webhook-shop.js';
import { freePort } from '../../../../../test/free-port.mjs';
import { HAS_REDIS, startRedis } from '../../../../../test/inbox/redis-server.js';
import { startServer } from '../../../../../test/postgres/server.mjs';
import type { PostgresServer } from '../../../../../test/postgres/server.mjs';
import { noteSkipped } from '../../../../../test/skipped.mjs';
import { withTimes } from '../../../../../test/times.js';
import { until } from '../../../../../test/until.js';

/** The page's commands in their order. */
const PAGE = readFileSync('docs/how-to/after-a-restore.md', 'utf8');
const COMMANDS = [...PAGE.matchAll(/^```sh\nnpx nestjs-pay (.+)\n```$/gm)].map(([, line = '']) => line);

let simulator: PaySimulator;
let shop: Shop;
beforeEach(async () => {
  // So that its clock is never ahead of the one of this machine.
  const now = new Date(Date.now() - 30 * 60_000);
  simulator = await createPaySimulator({ seed: 'after a restore', clock: 'manual', now });
});
afterEach(() => simulator.close());

/** Reads the missed events of the lost time, with the Data Services credentials. */
async function reconcile(from: Date): Promise<void> {
  const { credentials, endpoints } = simulator;
  const reports = new PayWallet({
    ...credentials.merchant,
    ...credentials.dataServices,
    endpoints,
    dev: true,
  });
  try {
    const { dataServices } = reports;
    const reconciler = shop.app.get(PayReconciler);
    expect(await reconciler.reconcile({ window: { from, dataServices } })).toMatchObject({
      left: 0,
      failures: [],
    });
  } finally {
    await reports.close();
  }
}
const paidOrders = (): string[] => shop.ledger.payments.map(({ data }) => String(data.OrderCodeText)).sort();

async function start(inbox: PayInbox): Promise<void> {
  shop = await startShop('express', simulator, { webhooks: { inbox }, application: { port: shopPort } });
}
let shopPort = 0;

let server: PostgresServer | null = null;
beforeAll(async () => {
  server = await startServer(['fsync=off']).catch(() => null);
  if (server === null) noteSkipped('The rehearsal of a restore was skipped: PostgreSQL cannot start.');
});
afterAll(() => server?.remove());

/** A database that goes back in time. */
interface Outage {
  /** The database, which is another one after `goBack`. */
  url: string;
  /** Keeps the state that the database goes back to. No process is connected. */
  keep: () => Promise<void>;
  /** Goes back, and returns the time that the data goes back to. */
  goBack: () => Promise<Date>;
  close: () => Promise<void>;
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  // The server stops before the connection is closed.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** A backup that is restored. */
async function restoreOf({ url: admin }: PostgresServer): Promise<Outage> {
  const client = await connect(admin);
  await client.query('create database shop');
  const url = new URL(admin);
  url.pathname = 'shop';
  let keptAt: Date;
  return {
    url: url.href,
    keep: async () => {
      await client.query('create database backup template shop');
      keptAt = new Date(simulator.clock.now());
    },
    goBack: async () => {
      await client.query('drop database shop');
      await client.query('create database shop template backup');
      return keptAt;
    },
    close: () => client.end(),
  };
}

/** A replica that was behind when its primary was lost. */
async function promotionOf(primary: PostgresServer): Promise<Outage> {
  const replica = await primary.replicate();
  const client = await connect(replica.url);
  const outage: Outage = {
    url: primary.url,
    keep: async () => {
      const source = await connect(primary.url);
      const { rows } = await source.query<{ at: string }>('select pg_current_wal_flush_lsn()::text as at');
      await source.end();
      await until(async () => {
        const replayed = await client.query<{ done: boolean }>(
          'select pg_last_wal_replay_lsn() >= $1::pg_lsn as done',
          [rows[0]?.at],
        );
        return replayed.rows[0]?.done === true;
      });
      await client.query("alter system set primary_conninfo = ''");
      await client.query('select pg_reload_conf()');
      await until(async () => (await client.query('select from pg_stat_wal_receiver')).rowCount === 0);
    },
    goBack: async () => {
      // The command of step 2.
      const [query = ''] = /select pg_last_xact_replay_timestamp\(\)/.exec(PAGE) ?? [];
      const { rows } = await client.query<Record<string, Date>>(query);
      await primary.stop('immediate');
      await client.query('select pg_promote()');
      outage.url = replica.url;
      return Object.values(rows[0] ?? {})[0] as Date;
    },
    close: async () => {
      await client.end();
      await replica.remove();
    },
  };
  return outage;
}

describe('the page "After a restore or a failover"', () => {
  it('has the commands that the rehearsal runs', () => {
    expect(COMMANDS.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'restored state',
      'restored',
      'restored not-done',
      'restored end',
    ]);
  });

  it.each(['a backup is restored', 'a replica is promoted'])(
    'leads to one effect for each key, and to all payments, when %s',
    async (what) => {
      if (server === null) return;
      const outage = await (what === 'a backup is restored' ? restoreOf(server) : promotionOf(server));
      try {
        await rehearse(outage);
      } finally {
        await outage.close();
      }
    },
  );

  /** Runs the page's steps on PostgreSQL. */
  async function rehearse(outage: Outage): Promise<void> {
    const env = { DATABASE_URL: outage.url };
    const command = async (line: string): Promise<string> => {
      const { code, out, err } = await runLine(line.split(' '), env);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      return out;
    };
    let pool: Pool;
    let idempotency: PayIdempotency = undefined as never;
    const clients: { close: () => Promise<void> }[] = [];
    const boot = async (): Promise<void> => {
      pool = new Pool({ connectionString: outage.url, max: 8 });
      idempotency = postgresIdempotency(withTimes({ pool, lookupMs: 0 }));
      await start(durableInbox(withTimes({ store: postgresStore({ pool }), pollMs: 50, retryMs: 10 })));
    };
    const stop = async (): Promise<void> => {
      await Promise.all([shop.close(), ...clients.splice(0).map((client) => client.close())]);
      await pool.end();
    };
    const { credentials, endpoints } = simulator;
    const wallet = (): PayWallet => {
      const options = { ...credentials.merchant, endpoints, dev: true, maxRetries: 0, idempotency };
      const client = new PayWallet(options);
      clients.push(client);
      return client;
    };
    const platform = (): Marketplace => {
      const options = { ...credentials.marketplace, endpoints, dev: true, maxRetries: 0, idempotency };
      const client = new Marketplace(options);
      clients.push(client);
      return client;
    };
    const { accountId } = simulator.sellers.connect({});
    const refund = (payment: string, key: string) =>
      wallet().transactions.cancelTransaction(
        payment,
        { amount: 100, merchantTrns: key },
        { idempotencyKey: key },
      );
    const transfer = (key: string) =>
      platform().transfers.sendFunds({ amount: 500, connectedAccountId: accountId }, { idempotencyKey: key });

    shopPort = await freePort();
    await boot();
    await simulator.webhooks.register({ url: shop.hook, eventTypeIds: [1796] });
    const before = await buy(shop, simulator, 2450, 'cart-1');
    await until(() => shop.ledger.payments.length === 1);
    unwrap(await refund(before.transactionId, 'refund-1'));
    await stop();
    await simulator.clock.advance(Date.now() - new Date(simulator.clock.now()).getTime());
    await outage.keep();

    // The lost time.
    await boot();
    const lost = await buy(shop, simulator, 2450, 'cart-2');
    await until(() => shop.ledger.payments.length === 1);
    const jobs = ['refund-2', 'refund-3'];
    for (const key of jobs) unwrap(await refund(before.transactionId, key));
    unwrap(await transfer('transfer:16'));
    const count = (): number => simulator.transactions.list().length;
    const made = count();

    // Step 1: stop all processes. A customer pays meanwhile, and the webhook fails.
    await stop();
    const { orderCodeText } = unwrap(
      await new PayWallet({ ...credentials.merchant, endpoints, dev: true }).payments.createOrder({
        amount: 700,
      }),
    );
    simulator.pay(orderCodeText);
    // Steps 2 and 3.
    const lostSince = await outage.goBack();
    env.DATABASE_URL = outage.url;
    // Step 4.
    const [state = '', show = '', notDone = '', end = ''] = COMMANDS;
    expect(await command(state.replace('2026-11-28T09:55:00Z', lostSince.toISOString()))).toContain(
      'restored at',
    );
    // Step 5: wait 15 minutes.
    await simulator.clock.advance(15 * 60_000);
    // Step 6: the processes start, and the jobs run again. One of them is new.
    await boot();
    for (const key of ['refund-1', ...jobs]) unwrap(await refund(before.transactionId, key));
    for (const key of ['transfer:16', 'transfer:17'])
      expect(await transfer(key)).toMatchObject({ error: { outcome: 'unknown' } });
    expect(count()).toBe(made + 1);
    unwrap(await refund(before.transactionId, 'refund-4'));
    // Step 7: the handlers get the payments of the lost time and of the stop, and not the one before.
    await reconcile(lostSince);
    await until(() => shop.ledger.payments.length >= 2);
    await simulator.deliveries.settled();
    expect(paidOrders()).toEqual([lost.orderCode, orderCodeText].sort());
    // Step 8: a person looks at the account.
    expect(await command(show)).toMatch(/2 calls wait[^]*transfer:16:[^]*transfer:17:/);
    await idempotency.resolve('transfer:16', { done: { transferId: 'looked-up' } });
    expect(await command(notDone)).toContain('0 calls wait');
    unwrap(await transfer('transfer:16'));
    unwrap(await transfer('transfer:17'));
    expect(simulator.transfers.list()).toHaveLength(2);
    // Step 9.
    expect(await command(end)).toContain('no statement holds');
    unwrap(await refund(lost.transactionId, 'refund-5'));
    const refunds = simulator.transactions.list().filter(({ parentId }) => parentId !== null);
    expect(refunds.map(({ merchantTrns }) => merchantTrns).sort()).toEqual(
      [1, 2, 3, 4, 5].map((number) => `refund-${number}`),
    );
    await stop();
  }

  it('leads to all payments with Redis', async () => {
    if (!HAS_REDIS) return;
    const primary = await startRedis('--repl-diskless-sync-delay', '0');
    const replica = await startRedis();
    const client = new Redis(replica.url, { maxRetriesPerRequest: null });
    const connected = (url: string): PayInbox =>
      bullmqInbox({ connection: { url, retryStrategy: () => 20, disconnectTimeout: 1 } });
    const port = new URL(primary.url).port;
    await client.replicaof('127.0.0.1', Number(port));
    await until(async () => (await client.info('replication')).includes('master_link_status:up'));
    shopPort = await freePort();
    await start(connected(primary.url));
    await simulator.webhooks.register({ url: shop.hook, eventTypeIds: [1796] });
    await buy(shop, simulator);
    await until(() => shop.ledger.payments.length === 1);
    // The replica is behind from now on.
    await client.replicaof('NO', 'ONE');
    const lost = await buy(shop, simulator);
    await until(() => shop.ledger.payments.length === 2);
    // Steps 1 and 2: stop, and use the replica.
    await shop.close();
    await primary.crash();
    // Steps 3 and 4.
    await start(connected(replica.url));
    await reconcile(new Date(Date.now() - 3_600_000));
    await until(() => paidOrders().includes(lost.orderCode));
    await shop.close();
    client.disconnect();
    await Promise.all([primary.stop(), replica.stop()]);
  });
});
