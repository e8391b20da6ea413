import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createPaySimulator } from 'pay-simulator';
import { freePort } from '../free-port.mjs';
import { until } from '../until.js';
import type { TestApps } from './test-apps.js';

/**
 * Creates an application with the schematic of `nest new`, and adds Pay with the one of `nest add nestjs-pay`.
 *
 * @returns Its `package.json`.
 */
export function addPay(apps: TestApps, app: string) {
  apps.schematic('.', '@nestjs/schematics:application', `--name=${app}`);
  apps.schematic(app, 'nestjs-pay:nest-add', '--skip-install');
  const manifest = readFileSync(apps.path(app, 'package.json'), 'utf8');
  return JSON.parse(manifest) as { dependencies: Record<string, string> };
}

/** Nest logs that it has started before it listens. */
async function isListening(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}

/** Starts a compiled application with a simulator, and pays an order there. Returns the log of the application. */
export async function payInApp(apps: TestApps, app: string): Promise<string> {
  const simulator = await createPaySimulator();
  const port = await freePort();
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: apps.path(app),
    env: { PATH: process.env['PATH'], ...simulator.environment, PORT: String(port), NO_COLOR: '1' },
  });
  const ended = once(child, 'close');
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += String(text)));
  try {
    await until(() => child.exitCode !== null || isListening(port), {
      forMs: 60_000,
      what: 'the application listens',
    });
    await simulator.webhooks.register({ url: `http://127.0.0.1:${port}/pay/webhook`, eventTypeIds: [1796] });
    simulator.pay();
    await simulator.deliveries.settled();
    await until(() => log.includes('is paid by'));
    return log;
  } catch (error) {
    throw new Error(`The application did not take the payment:\n${log}`, { cause: error });
  } finally {
    child.kill();
    await ended;
    await simulator.close();
  }
}

/** A test of a user: the application sells something, and its handler gets the payment. */
export const PAYMENT_TEST = `
import { Test } from '@nestjs/testing';
import { PayWalletService, unwrap } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import { AppModule } from '../src/app.module.js';
import { PaymentEvents } from '../src/payment-events.js';

it('takes a payment', async () => {
  const simulator = await createPaySimulator();
  Object.assign(process.env, simulator.environment);
  const testing = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const app = testing.createNestApplication({ rawBody: true, logger: ['error'] });
  await app.listen(0, '127.0.0.1');
  await simulator.webhooks.register({ url: (await app.getUrl()) + '/pay/webhook', eventTypeIds: [1796] });
  const onPaid = vi.spyOn(app.get(PaymentEvents), 'onPaid');
  const { orderCodeText } = unwrap(await app.get(PayWalletService, { strict: false }).payments.createOrder({ amount: 2450 }));
  simulator.pay(orderCodeText);
  await simulator.deliveries.settled();
  await app.close();
  await simulator.close();
  expect(onPaid.mock.calls[0][0].data.OrderCodeText).toBe(orderCodeText);
});
`;
