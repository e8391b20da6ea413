import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { PayTestingModule, PayTestSimulator } from 'nestjs-pay/testing';
import { AppModule } from '../src/app.module.js';
import { OrdersService } from '../src/orders.service.js';

describe('the shop', () => {
  let app: INestApplication;
  let simulator: PayTestSimulator;

  beforeEach(async () => {
    const imports = [AppModule, PayTestingModule.forApp()];
    const testingModule = await Test.createTestingModule({ imports }).compile();
    // Without a log, because the second test lets a handler fail on purpose.
    app = testingModule.createNestApplication({ rawBody: true, logger: false });
    await app.listen(0); // a free port
    simulator = app.get(PayTestSimulator);
  });

  afterEach(() => app.close());

  it('takes a payment and refunds it once', async () => {
    const url = await app.getUrl();
    const post = (path: string) => fetch(url + path, { method: 'POST', redirect: 'manual' });
    await post('/orders');
    const [order] = app.get(OrdersService).list();

    simulator.pay(order.orderCode);
    await simulator.settled();
    expect(order.status).toBe('paid');

    await post(`/orders/${order.orderCode}/refund`);
    await post(`/orders/${order.orderCode}/refund`);
    await simulator.settled();
    expect(order.status).toBe('refunded');
    expect(simulator.transactions.list({ orderCode: order.orderCode })).toHaveLength(2); // one payment, one refund
  });

  it('keeps a payment whose order it does not know yet, and stays paid after a refund in part', async () => {
    const payment = simulator.pay(); // 10.00, for an order that the shop has not stored
    await simulator.settled();
    app.get(OrdersService).add(payment.orderCode, 1000);
    await simulator.clock.advance('1 hour'); // the service delivers again
    await simulator.settled();
    const order = app.get(OrdersService).get(payment.orderCode);
    expect(order.status).toBe('paid');

    simulator.refund(payment.id, { amount: 400 });
    await simulator.settled();
    expect(order.status).toBe('paid');
    simulator.refund(payment.id);
    await simulator.settled();
    expect(order.status).toBe('refunded');
  });
});
