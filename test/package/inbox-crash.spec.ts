import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { PayEventType, PayWallet, unwrap } from 'nestjs-pay/client';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../cards.js';
import { HAS_REDIS, startRedis } from '../inbox/redis-server.js';
import { newPgliteFolder } from '../pglite.js';

let simulator: PaySimulator;
let folder: string;
let apps: ChildProcess[];

beforeEach(async () => {
  apps = [];
  simulator = await createPaySimulator({ clock: 'manual', orderCodes: 'beyond-safe' });
  folder = mkdtempSync(join(tmpdir(), 'pay-inbox-'));
  await newPgliteFolder(join(folder, 'data'));
});
afterEach(async () => {
  for (const app of apps) app.kill('SIGKILL');
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the app; `next` gives what it tells, one after another. */
function start(hang: boolean, redisUrl?: string): { app: ChildProcess; next: () => Promise<unknown> } {
  const { credentials, endpoints } = simulator;
  const app = fork(join(import.meta.dirname, 'fixtures/inbox-app.mjs'), [], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PAY_TEST_WALLET: JSON.stringify({ ...credentials.merchant, endpoints, dev: true }),
      PAY_TEST_FOLDER: join(folder, 'data'),
      ...(redisUrl === undefined ? {} : { PAY_TEST_REDIS_URL: redisUrl }),
      PAY_TEST_HANG: hang ? 'yes' : 'no',
    },
  });
  apps.push(app);
  const told: unknown[] = [];
  app.on('message', (message) => told.push(message));
  return {
    app,
    next: async () => {
      if (told.length === 0) await once(app, 'message');
      return told.shift();
    },
  };
}

async function killBetweenResponseAndHandler(redisUrl?: string): Promise<void> {
  const first = start(true, redisUrl);
  const { url } = (await first.next()) as { url: string };
  await simulator.webhooks.register({ url, eventTypeIds: [PayEventType.TransactionPaymentCreated] });
  const wallet = new PayWallet({ ...simulator.credentials.merchant, endpoints: simulator.endpoints });
  const { orderCodeText } = unwrap(await wallet.payments.createOrder({ amount: 2450 }));
  expect(simulator.checkout.pay(orderCodeText, GOOD_CARD).kind).toBe('approved');
  await simulator.deliveries.settled();
  expect(await first.next()).toEqual({ started: orderCodeText });
  first.app.kill('SIGKILL');
  await once(first.app, 'exit');

  const second = start(false, redisUrl);
  // The app can handle the event before it listens.
  const told = [await second.next(), await second.next(), await second.next()] as object[];
  expect(told.filter((message) => !('url' in message))).toEqual([
    { started: orderCodeText },
    { handled: orderCodeText },
  ]);
  const statuses = simulator.deliveries.list().map(({ attempts }) => attempts.map(({ status }) => status));
  expect(statuses).toEqual([[200]]);
  await wallet.close();
}

const NAME =
  'an app that is killed after it responded with 200 handles the event when it starts again, without a second delivery';

// Two applications boot in each test.
it(`${NAME}: PGlite`, () => killBetweenResponseAndHandler());

const onRedis = HAS_REDIS ? it : it.skip;
onRedis(
  `${NAME}: BullMQ`,
  async () => {
    const redis = await startRedis();
    try {
      await killBetweenResponseAndHandler(redis.url);
    } finally {
      await redis.stop();
    }
  },
  60_000,
);
