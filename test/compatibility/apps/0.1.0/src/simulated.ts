// A test of a user: the application runs on the simulator, in the process of the test.
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { durableInbox, OnPayEvent, payConfig, PayEventType, PayModule, PayWallet, unwrap } from 'nestjs-pay';
import type { PaymentCreatedEvent } from 'nestjs-pay';
import { MemoryInboxStore, PayTestingModule, PayTestSimulator } from 'nestjs-pay/testing';

@Injectable()
class Orders {
  readonly paid: string[] = [];
  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  onPaid({ data }: PaymentCreatedEvent): void {
    this.paid.push(data.OrderCodeText);
  }
}

const inbox = durableInbox({ store: new MemoryInboxStore() });

@Module({
  imports: [PayModule.forRootAsync({ config: payConfig, webhooks: { path: 'pay/webhook', inbox } })],
  providers: [Orders],
})
class AppModule {}

const module = await Test.createTestingModule({ imports: [AppModule, PayTestingModule.forApp()] }).compile();
const app = module.createNestApplication({ rawBody: true });
await app.init();
const simulator = app.get(PayTestSimulator);
const order = unwrap(await app.get(PayWallet, { strict: false }).payments.createOrder({ amount: 2450 }));
simulator.pay(order);
await simulator.settled();
const isPaid = app.get(Orders).paid[0] === order.orderCodeText;
await app.close();
console.log(JSON.stringify({ isPaid }));
