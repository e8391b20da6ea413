import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Injectable, Module } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { OnPayEvent, PayModule, PayWallet, PayWebhook, unwrap } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { SIMULATOR } from '../packages.js';

const EVENTS = [1796, 1797, 1798, 1799, 1802, 1803, 4865, 8448];

@PayWebhook()
@Controller('pay/webhook')
class PayWebhookController {}

@Injectable()
class Shop {
  readonly events: ReceivedPayEvent[] = [];

  @OnPayEvent('*', { unconfirmed: true })
  handle(event: ReceivedPayEvent): void {
    this.events.push(event);
  }
}

let simulator: PaySimulator;
let app: INestApplication;
let shop: Shop;

beforeAll(async () => {
  simulator = await createPaySimulator();
  const { credentials, endpoints } = simulator;
  @Module({
    imports: [
      PayModule.forRoot({
        wallet: { ...credentials.merchant, cloudTerminal: credentials.cloudTerminal, endpoints, dev: true },
      }),
    ],
    controllers: [PayWebhookController],
    providers: [Shop],
  })
  class ShopModule {}
  app = await NestFactory.create(ShopModule, { rawBody: true, logger: false });
  await app.listen(0, '127.0.0.1');
  shop = app.get(Shop);
  await simulator.webhooks.register({ url: `${await app.getUrl()}/pay/webhook`, eventTypeIds: EVENTS });
});
afterAll(async () => {
  await app.close();
  await simulator.close();
});
beforeEach(() => {
  shop.events.length = 0;
});

/** Runs the command in a process of its own, as a developer does. */
async function trigger(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [SIMULATOR.command, 'trigger', ...args], {
    env: { PATH: process.env['PATH'], PAY_SIMULATOR_URL: simulator.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, out, err };
}

const handled = () =>
  shop.events.map(({ eventTypeId, confirmedBy }) => `${eventTypeId} ${confirmedBy}`).sort();

describe('pay-simulator trigger', () => {
  it.each([
    ['payment', ['1796 api', '1799 none']],
    ['decline', ['1798 api']],
    ['cancel', ['4865 api']],
    ['expire', []],
    ['preauth', ['1796 api']],
    ['capture', ['1796 api', '1796 api', '1799 none']],
    ['refund', ['1796 api', '1797 api', '1799 none']],
    ['void', ['1796 api', '1797 api', '1799 none']],
    ['payout', ['1796 api', '1797 api', '1799 none']],
    ['transfer', ['8448 none']],
    ['terminal-sale', ['1796 api', '1799 none', '1802 api']],
  ])('runs the handlers of an application for %s', async (kind, events) => {
    const { code, out, err } = await trigger(kind, '--amount', '2450');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(handled()).toEqual(events);
    expect(out.match(/^webhook .*200 after/gm) ?? []).toHaveLength(events.length);
  });

  it('pays and refunds an order of the application', async () => {
    const pay = app.get(PayWallet, { strict: false });
    const { orderCodeText } = unwrap(
      await pay.payments.createOrder({ amount: 2450, merchantTrns: 'cart-1' }),
    );
    await trigger('payment', '--order', orderCodeText);
    const payment = shop.events.find(({ eventTypeId }) => eventTypeId === 1796);
    expect(payment?.data).toMatchObject({
      OrderCodeText: orderCodeText,
      Amount: 24.5,
      MerchantTrns: 'cart-1',
    });
    const { TransactionId } = (payment?.data ?? {}) as { TransactionId: string };
    await trigger('refund', '--transaction', TransactionId, '--amount', '450');
    expect(shop.events.find(({ eventTypeId }) => eventTypeId === 1797)?.data).toMatchObject({
      ParentId: TransactionId,
      Amount: -4.5,
    });
  });

  it('ends with 1 for what the simulator refuses, and with 2 for wrong usage, in one sentence', async () => {
    expect(await trigger('payment', '--order', '1')).toEqual({
      code: 1,
      out: '',
      err: 'pay-simulator: Order 1 was not found\n',
    });
    expect(await trigger('payment', '--amount', '5')).toEqual({
      code: 2,
      out: '',
      err: 'pay-simulator: --amount: expected a whole number of minor units\n(1050 for 10.50), at least 30 (received 5)\n',
    });
    expect(await trigger('payment', '--url', 'http://127.0.0.1:9')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^pay-simulator: No simulator is running at [^]*npx\spay-simulator/),
    });
  });
});
