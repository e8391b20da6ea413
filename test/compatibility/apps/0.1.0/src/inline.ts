// A NestJS shop whose events are handled before the response.
import { Controller, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectPayWallet, OnPayEvent, payConfigFor, PayEventType, PayModule, PayWallet, PayWebhook, PayWebhookStats, unwrap } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { createPaySimulator } from 'nestjs-pay/simulator';
import { CARD } from './card.js';

@PayWebhook({ account: 'shop' })
@Controller('pay/webhook')
class WebhookController {}

@Injectable()
class Ledger {
  readonly paid: string[] = [];

  constructor(@InjectPayWallet('shop') readonly pay: PayWallet) {}

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  book({ data }: ReceivedPayEvent<typeof PayEventType.TransactionPaymentCreated>): void {
    this.paid.push(data.OrderCodeText);
  }
}

const simulator = await createPaySimulator();
const { merchant } = simulator.credentials;
Object.assign(process.env, {
  PAY_SHOP_CLIENT_ID: merchant.clientId,
  PAY_SHOP_CLIENT_SECRET: merchant.clientSecret,
  PAY_SHOP_MERCHANT_ID: merchant.merchantId,
  PAY_SHOP_API_KEY: merchant.apikey,
  PAY_DEV: 'true',
  PAY_ENDPOINT_ACCOUNTS: simulator.endpoints.accounts,
  PAY_ENDPOINT_API: simulator.endpoints.api,
  PAY_ENDPOINT_WEB: simulator.endpoints.web,
});

@Module({
  imports: [
    PayModule.forRootAsync({
      name: 'shop',
      ...payConfigFor('shop').asProvider(),
      webhooks: { maxBodyBytes: 65_536, repeatWaitMs: 10_000 },
    }),
  ],
  controllers: [WebhookController],
  providers: [Ledger],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { rawBody: true, logger: ['error', 'warn'] });
await app.listen(0, '127.0.0.1');
const hook = `${await app.getUrl()}/pay/webhook`;
await simulator.webhooks.register({ url: hook, eventTypeIds: [1796] });
const ledger = app.get(Ledger);
const { orderCodeText } = unwrap(await ledger.pay.payments.createOrder({ amount: 2450 }));
simulator.checkout.pay(orderCodeText, CARD);
await simulator.deliveries.settled();
const { refused } = app.get(PayWebhookStats, { strict: false }).snapshot();
const isPaid = ledger.paid[0] === orderCodeText;
await app.close();
await simulator.close();
console.log(JSON.stringify({ isPaid, refused: Object.keys(refused) }));
