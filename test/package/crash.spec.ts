import { execFileSync, fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PayWallet, PayEventType, unwrap } from 'nestjs-pay/client';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../cards.js';
import { freePort } from '../free-port.mjs';

const HOUR = 3_600_000;

describe('a merchant’s app that is killed between delivery and handler', () => {
  let simulator: PaySimulator;
  const apps: ChildProcess[] = [];

  beforeAll(async () => {
    simulator = await createPaySimulator({ clock: 'manual', orderCodes: 'beyond-safe' });
  });
  afterAll(async () => {
    for (const app of apps) app.kill('SIGKILL');
    await simulator.close();
  });

  /** Starts the app and waits until it listens. */
  async function start(
    port: string,
    hang: boolean,
  ): Promise<{ app: ChildProcess; url: string; next: () => Promise<unknown> }> {
    const { credentials, endpoints } = simulator;
    const wallet = JSON.stringify({ ...credentials.merchant, endpoints, dev: true });
    const app = fork(join(import.meta.dirname, 'fixtures/merchant-app.mjs'), [], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        PAY_TEST_WALLET: wallet,
        PAY_TEST_PORT: port,
        PAY_TEST_HANG: hang ? 'yes' : 'no',
      },
    });
    apps.push(app);
    const arrived: unknown[] = [];
    const waiting: ((message: unknown) => void)[] = [];
    app.on('message', (message) => {
      const resolve = waiting.shift();
      if (resolve === undefined) arrived.push(message);
      else resolve(message);
    });
    const next = (): Promise<unknown> =>
      arrived.length > 0 ? Promise.resolve(arrived.shift()) : new Promise((resolve) => waiting.push(resolve));
    const { url } = (await next()) as { url: string };
    return { app, url, next };
  }

  it('loses nothing: the service delivers again, and the event is handled once', async () => {
    const first = await start(String(await freePort()), true);
    await simulator.webhooks.register({
      url: first.url,
      eventTypeIds: [PayEventType.TransactionPaymentCreated],
    });
    const wallet = new PayWallet({ ...simulator.credentials.merchant, endpoints: simulator.endpoints });
    const { orderCodeText } = unwrap(await wallet.payments.createOrder({ amount: 2450 }));
    expect(simulator.checkout.pay(orderCodeText, GOOD_CARD).kind).toBe('approved');
    expect(await first.next()).toEqual({ started: orderCodeText });

    first.app.kill('SIGKILL');
    await once(first.app, 'exit');
    await simulator.deliveries.settled();

    const second = await start(new URL(first.url).port, false);
    await simulator.clock.advance(HOUR);
    await simulator.deliveries.settled();
    expect(await second.next()).toEqual({ started: orderCodeText });
    expect(await second.next()).toEqual({ handled: orderCodeText });

    // Delivered by now: another day brings nothing more.
    await simulator.clock.advance(24 * HOUR);
    await simulator.deliveries.settled();
    expect(simulator.deliveries.list().map(({ attempts }) => attempts.map(({ status }) => status))).toEqual([
      [null, 200],
    ]);
    await wallet.close();
    // Two applications boot in it.
  });
});

it('subscribers that throw neither stop nor repeat a call, if the application survives their exceptions', () => {
  const script = join(import.meta.dirname, 'fixtures/throwing-subscriber.mjs');
  expect(JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' }))).toEqual({
    success: true,
    requests: 1,
    uncaught: 8,
  });
});
