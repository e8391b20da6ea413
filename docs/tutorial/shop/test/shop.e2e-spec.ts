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
    app = testingModule.createNestApplication({ rawBody: true });
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
    expect(simulator.transactions.ofOrder(order.orderCode)).toHaveLength(2); // one payment, one refund
  });
});
