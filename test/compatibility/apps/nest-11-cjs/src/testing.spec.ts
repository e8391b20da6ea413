import { Controller, Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { Test } from '@nestjs/testing';
import { OnPayEvent, payConfig, PayEventType, PayModule, PayWallet, unwrap } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { payOk, PayTestingModule, PayTestSimulator } from 'nestjs-pay/testing';

// A busy machine needs more than the default of 5 seconds.
jest.setTimeout(60_000);

@Controller('orders')
class Orders {
  readonly paid: string[] = [];

  constructor(private readonly pay: PayWallet) {}

  async create() {
    return unwrap(await this.pay.payments.createOrder({ amount: 2450 }));
  }

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  onPaid({ data }: ReceivedPayEvent<typeof PayEventType.TransactionPaymentCreated>): void {
    this.paid.push(data.OrderCodeText);
  }
}

@Module({
  imports: [
    ConfigModule.forRoot(),
    PayModule.forRootAsync({ config: payConfig, webhooks: { path: 'pay/webhook' } }),
  ],
  controllers: [Orders],
})
class AppModule {}

it('marks a paid order', async () => {
  const imports = [AppModule, PayTestingModule.forApp()];
  const module = await Test.createTestingModule({ imports }).compile();
  const app = module.createNestApplication({ rawBody: true });
  await app.init();
  const simulator = app.get(PayTestSimulator);

  const order = await app.get(Orders).create();
  simulator.pay(order);
  await simulator.settled();

  expect(app.get(Orders).paid).toEqual([order.orderCodeText]);
  await app.close();
});

it('tests a class with a double', async () => {
  const payments = { createOrder: async () => payOk({ orderCode: 1, orderCodeText: '1' }) };
  const module = await Test.createTestingModule({
    controllers: [Orders],
    providers: [{ provide: PayWallet, useValue: { payments } }],
  }).compile();
  expect(await module.get(Orders).create()).toMatchObject({ orderCode: 1 });
});
