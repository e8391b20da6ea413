// A shop as a user writes it. Each app has a copy in its `src`.
import { Body, Controller, Injectable, Module, Post, ValidationPipe } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import {
  InjectPay,
  CreateOrderOptions,
  getPayToken,
  getSmartCheckout,
  OnPayEvent,
  payConfigFor,
  PayEventType,
  PayModule,
  PayPayments,
  PayWallet,
  PayWalletService,
  PayWebhook,
} from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { unwrap } from 'nestjs-pay/client';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';

@PayWebhook()
@Controller('pay/webhook')
class WebhookController {}

@Injectable()
export class Ledger {
  readonly paid: { orderCode: string; amount: number; confirmedBy: string }[] = [];

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  book({ data, confirmedBy }: ReceivedPayEvent<typeof PayEventType.TransactionPaymentCreated>): void {
    this.paid.push({ orderCode: data.OrderCodeText ?? '', amount: data.Amount ?? 0, confirmedBy });
  }
}

@Controller('checkout')
class CheckoutController {
  constructor(
    private readonly pay: PayWalletService,
    private readonly payments: PayPayments,
    @InjectPay(PayWallet, 'shop-ro') private readonly romania: PayWallet,
  ) {}

  @Post()
  async checkout(@Body() order: CreateOrderOptions) {
    const { orderCodeText: orderCode } = unwrap(await this.payments.createOrder(order));
    return { orderCode, url: getSmartCheckout({ orderCode, dev: true, endpoints: this.pay.endpoints }) };
  }

  @Post('ro')
  async inRomania(@Body() order: CreateOrderOptions) {
    return { orderCode: unwrap(await this.romania.payments.createOrder(order)).orderCodeText };
  }
}

/** Provides the options of the accounts, from a module of the user. */
@Injectable()
class Secrets {
  wallet() {
    return JSON.parse(process.env['SHOP_WALLET'] ?? '') as ConstructorParameters<typeof PayWallet>[0];
  }
}
@Module({ providers: [Secrets], exports: [Secrets] })
class SecretsModule {}

@Module({
  imports: [
    ConfigModule.forRoot({ ignoreEnvFile: true }),
    PayModule.forRootAsync({
      imports: [SecretsModule],
      inject: [Secrets],
      useFactory: (secrets: Secrets) => ({ wallet: secrets.wallet() }),
    }),
    PayModule.forRootAsync({ name: 'shop-ro', ...payConfigFor('shop-ro').asProvider() }),
  ],
  controllers: [WebhookController, CheckoutController],
  providers: [Ledger],
})
export class ShopModule {}

const CARD = {
  number: '4111111111111111',
  expiry: '12/39',
  cvc: '123',
  holderName: 'Alex',
  email: 'alex@example.com',
};

function setEnvironment({ credentials: { merchant }, endpoints, url }: PaySimulator): void {
  Object.assign(process.env, {
    SHOP_WALLET: JSON.stringify({ ...merchant, dev: true, endpoints }),
    PAY_SHOP_RO_CLIENT_ID: merchant.clientId,
    PAY_SHOP_RO_CLIENT_SECRET: merchant.clientSecret,
    PAY_SHOP_RO_MERCHANT_ID: merchant.merchantId,
    PAY_SHOP_RO_API_KEY: merchant.apikey,
    PAY_DEV: 'true',
    PAY_SIMULATOR_URL: url,
  });
}

/** Boots the shop and a simulator, sells something in each account, and returns the results. */
export async function sell(create: () => Promise<INestApplication>) {
  const simulator = await createPaySimulator();
  setEnvironment(simulator);
  const app = await create();
  try {
    app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    const post = async (path: string, body: object) => {
      const response = await fetch(`${url}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { orderCode = '' } = (await response.json().catch(() => ({}))) as { orderCode?: string };
      return { status: response.status, orderCode };
    };

    const hook = `${url}/pay/webhook`;
    await simulator.webhooks.register({ url: hook, eventTypeIds: [PayEventType.TransactionPaymentCreated] });
    const { orderCode } = await post('checkout', { amount: 2450 });
    const payment = simulator.checkout.pay(orderCode, CARD);
    await simulator.deliveries.settled();
    const romanian = await post('checkout/ro', { amount: 1000 });

    const { paid } = app.get(Ledger);
    const named = app.get<unknown>(getPayToken(PayWallet, 'shop-ro'), { strict: false });
    return {
      payment: payment.kind,
      paid: paid.map((entry) => ({ ...entry, orderCode: entry.orderCode === orderCode })),
      romanianOrder: simulator.orders.get(romanian.orderCode).amount,
      refusedByDto: (await post('checkout', { amount: 10.5 })).status,
      refusedDelivery: (await post('pay/webhook', { EventTypeId: 1796 })).status,
      isOneClass: [app.get(PayWallet, { strict: false }), named].every(
        (client) => client instanceof PayWallet,
      ),
    };
  } finally {
    await app.close();
    await simulator.close();
  }
}
