// The tests of docs/how-to/testing.md, on the shop of the tutorial. The last test checks that the page shows this code.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { OnPayEvent, PayEventType, PayWalletService } from 'nestjs-pay';
import { payFailed, payOk, PayTestingModule, PayTestSimulator } from 'nestjs-pay/testing';
import { AppModule } from '../../docs/tutorial/shop/src/app.module.js';
import { OrdersService } from '../../docs/tutorial/shop/src/orders.service.js';
import { ShopController } from '../../docs/tutorial/shop/src/shop.controller.js';

describe('unit tests', () => {
  it('adds an order and redirects to the checkout', async () => {
    const payments = { createOrder: async () => payOk({ orderCode: 1, orderCodeText: '1' }) };
    const module = await Test.createTestingModule({
      controllers: [ShopController],
      providers: [OrdersService, { provide: PayWalletService, useValue: { payments, dev: true } }],
    }).compile();
    expect((await module.get(ShopController).buy()).url).toContain('ref=1');
    expect(module.get(OrdersService).list()).toHaveLength(1);
  });

  it('adds no order if the outcome is unknown', async () => {
    const payments = { createOrder: async () => payFailed('unknown', { code: 'timeout' }) };
    const module = await Test.createTestingModule({ imports: [AppModule, PayTestingModule.forApp()] })
      .overrideProvider(PayWalletService)
      .useValue({ payments })
      .compile();
    await expect(module.get(ShopController).buy()).rejects.toThrow('outcome unknown');
    expect(module.get(OrdersService).list()).toEqual([]);
    await module.close();
  });
});

it('marks a paid order', async () => {
  const imports = [AppModule, PayTestingModule.forApp()];
  const module = await Test.createTestingModule({ imports }).compile();
  const app = module.createNestApplication({ rawBody: true });
  await app.init();
  const simulator = app.get(PayTestSimulator);

  await app.get(ShopController).buy();
  const [order] = app.get(OrdersService).list();
  simulator.pay(order?.orderCode);
  await simulator.settled();

  expect(order?.status).toBe('paid');
  await app.close();
});

describe('the shop', () => {
  let app: INestApplication;
  let simulator: PayTestSimulator;
  let orders: OrdersService;
  let shop: ShopController;

  beforeEach(async () => {
    const imports = [AppModule, PayTestingModule.forApp()];
    const module = await Test.createTestingModule({ imports }).compile();
    app = module.createNestApplication({ rawBody: true });
    await app.init();
    simulator = app.get(PayTestSimulator);
    orders = app.get(OrdersService);
    shop = app.get(ShopController);
  });
  afterEach(() => app.close());

  /** Creates an order and returns its code. */
  async function buy(): Promise<string> {
    await shop.buy();
    return orders.list().at(-1)?.orderCode ?? '';
  }

  it('works with the timers that the page says to fake', async () => {
    await shop.buy();
    const [, list = ''] =
      /`jest\.useFakeTimers\(\{ doNotFake: \[(.*)\] \}\)`/.exec(
        readFileSync('docs/how-to/testing.md', 'utf8'),
      ) ?? [];
    const doNotFake = list.split(', ').map((name) => name.slice(1, -1)) as never;
    jest.useFakeTimers({ doNotFake, now: Date.parse('2030-01-01T00:00:00Z') });
    try {
      expect(new Date().getFullYear()).toBe(2030);
      // Over a connection that was used before.
      await shop.buy();
      await shop.buy();
      expect(orders.list()).toHaveLength(3);
    } finally {
      jest.useRealTimers();
    }
  });

  it('refunds a paid order', async () => {
    const orderCode = await buy();
    simulator.pay(orderCode);
    await simulator.settled();
    await shop.refund(orderCode);
    await simulator.settled();
    expect(orders.find(orderCode)?.status).toBe('refunded');
  });

  it('leaves the order pending if the card is declined', async () => {
    const orderCode = await buy();
    simulator.trigger('decline', { orderCode });
    await simulator.settled();
    expect(orders.find(orderCode)?.status).toBe('pending');
  });

  it('refunds once if the response is lost', async () => {
    const orderCode = await buy();
    simulator.pay(orderCode);
    await simulator.settled();
    simulator.faults.add({ operation: 'transactions.cancelTransaction', kind: 'executed-but-lost' });
    await shop.refund(orderCode).catch(() => shop.refund(orderCode));
    expect(simulator.transactions.list({ orderCode })).toHaveLength(2); // one payment, one refund
  });

  it('accepts no payment for an expired order', async () => {
    const orderCode = await buy();
    await simulator.clock.advance('31 days');
    expect(() => simulator.pay(orderCode)).toThrow('it is expired');
  });

  it('marks an order when the service repeats a failed webhook', async () => {
    const orderCode = await buy();
    simulator.faults.add({ operation: 'transactions.getTransactionById', kind: 'status', status: 503 });
    simulator.pay(orderCode);
    await simulator.settled(); // the webhook could not be confirmed
    expect(orders.find(orderCode)?.status).toBe('pending');
    await simulator.clock.advance({ to: 'retry' });
    await simulator.settled();
    expect(orders.find(orderCode)?.status).toBe('paid');
  });

  it('rehearses a failing webhook with the requests of the page', async () => {
    const page = readFileSync('docs/how-to/testing.md', 'utf8');
    const [, section = ''] = page.split('## Rehearse a failing webhook');
    const requests = [...section.matchAll(/4010\/_simulator(\S+) [^']*'[^']*'[^']*'([^']*)'/g)];
    const [fail, advance] = requests.map(([, path, body]) => async () => {
      const headers = { 'content-type': 'application/json' };
      expect((await fetch(simulator.control + path, { method: 'POST', headers, body })).ok).toBe(true);
    });
    const orderCode = await buy();
    await fail?.();
    simulator.pay(orderCode);
    await simulator.settled();
    expect(orders.find(orderCode)?.status).toBe('pending');
    await advance?.();
    await simulator.settled();
    expect(orders.find(orderCode)?.status).toBe('paid');
  });

  it('ignores a second delivery', async () => {
    simulator.pay(await buy());
    await simulator.settled();
    for (const { id } of simulator.deliveries.list()) simulator.deliveries.duplicate(id);
    await simulator.settled();
    expect(orders.list().map(({ status }) => status)).toEqual(['paid']);
  });
});

class PaidOrders {
  readonly codes: string[] = [];

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  add({ data }: { data: { OrderCodeText: string } }): void {
    this.codes.push(data.OrderCodeText);
  }
}

it('tests one provider, without the application', async () => {
  const module = await Test.createTestingModule({
    imports: [PayTestingModule.forRoot({ webhooks: { path: 'pay/webhook' } })],
    providers: [PaidOrders],
  }).compile();
  const app = await module.createNestApplication({ rawBody: true }).init();
  const payment = app.get(PayTestSimulator).pay();
  await app.get(PayTestSimulator).settled();
  expect(app.get(PaidOrders).codes).toEqual([payment.orderCode]);
  await app.close();
});

it('the page shows these tests', () => {
  const withoutIndent = (text: string): string => text.replace(/^ +/gm, '');
  const own = withoutIndent(readFileSync('test/e2e/testing-docs.e2e-spec.ts', 'utf8'));
  const page = readFileSync('docs/how-to/testing.md', 'utf8');
  const blocks = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => withoutIndent(code));
  expect(blocks.length).toBeGreaterThan(5);
  expect(blocks.filter((block) => !own.includes(block))).toEqual([]);
  const linesOf = (title: string): number =>
    blocks
      .find((block) => block.startsWith(`it('${title}`))
      ?.trim()
      .split('\n').length ?? Infinity;
  expect(linesOf('adds an order')).toBeLessThanOrEqual(10);
  expect(linesOf('marks a paid order')).toBeLessThanOrEqual(15);
});
