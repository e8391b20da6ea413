import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { AppModule } from '../src/app.module.js';
import { OrdersService } from '../src/orders.service.js';

describe('the shop', () => {
  let simulator: PaySimulator;
  let app: INestApplication;
  let url: string;

  beforeAll(async () => {
    simulator = await createPaySimulator();
    Object.assign(process.env, simulator.environment);
    const testingModule = await Test.createTestingModule({ imports: [AppModule] }).compile();
    app = testingModule.createNestApplication({ rawBody: true });
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
    await simulator.webhooks.register({ url: `${url}/pay/webhook`, eventTypeIds: [1796, 1797] });
  });

  afterAll(async () => {
    await app.close();
    await simulator.close();
  });

  it('takes a payment and refunds it once', async () => {
    await fetch(`${url}/shop/orders`, { method: 'POST', redirect: 'manual' });
    const [order] = app.get(OrdersService).list();

    simulator.pay(order.orderCode);
    await simulator.deliveries.settled();
    expect(order.status).toBe('paid');

    await fetch(`${url}/shop/orders/${order.orderCode}/refund`, { method: 'POST' });
    await fetch(`${url}/shop/orders/${order.orderCode}/refund`, { method: 'POST' });
    await simulator.deliveries.settled();
    expect(order.status).toBe('refunded');
    expect(simulator.transactions.ofOrder(order.orderCode)).toHaveLength(2); // the payment and one refund
  });
});
