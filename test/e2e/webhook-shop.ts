import { Controller, Injectable, Module } from '@nestjs/common';
import type { INestApplication, ModuleMetadata, Type } from '@nestjs/common';
import {
  buildPayWebhookForTest,
  OnPayEvent,
  PayEventType,
  PayModule,
  PayWallet,
  PayWebhook,
  PayWebhookStats,
  unwrap,
} from 'nestjs-pay';
import type { PayModuleOptions, PayWalletOptions, PayWebhookCounts, ReceivedPayEvent } from 'nestjs-pay';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../cards.js';
import { RecordingLogger, startApp, walletOf } from './nest-app.js';
import type { AppOptions, Platform } from './nest-app.js';

@PayWebhook()
@Controller('pay/webhook')
export class PayWebhookController {}

/** Records the events that handlers get, and can fail. */
@Injectable()
export class Ledger {
  readonly payments: ReceivedPayEvent<typeof PayEventType.TransactionPaymentCreated>[] = [];
  readonly others: ReceivedPayEvent[] = [];
  /** Number of payments whose handler has begun. */
  begun = 0;
  /** Number of next events that fail. */
  failures = 0;
  error = new Error('the database is not available');
  /** The handler of payments waits for this promise. */
  gate: Promise<unknown> = Promise.resolve();

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  async paid(event: ReceivedPayEvent<typeof PayEventType.TransactionPaymentCreated>): Promise<void> {
    this.begun++;
    await this.gate;
    if (this.failures > 0) {
      this.failures--;
      throw this.error;
    }
    this.payments.push(event);
  }

  @OnPayEvent(
    PayEventType.TransactionFailed,
    PayEventType.TransactionReversalCreated,
    PayEventType.OrderUpdated,
    PayEventType.TransactionPriceCalculated,
    PayEventType.AccountTransactionCreated,
    PayEventType.TransactionPosEcrSessionCreated,
    PayEventType.TransactionPosEcrSessionFailed,
  )
  other(event: ReceivedPayEvent): void {
    this.others.push(event);
  }
}

export interface Shop {
  app: INestApplication;
  /** The webhook's address. */
  hook: string;
  logger: RecordingLogger;
  ledger: Ledger;
  pay: PayWallet;
  counts(): PayWebhookCounts;
  close(): Promise<void>;
}

export interface ShopOptions {
  webhooks?: PayModuleOptions['webhooks'];
  /** Added to the credentials of every shop. */
  wallet?: Partial<PayWalletOptions>;
  controllers?: Type[];
  providers?: ModuleMetadata['providers'];
  imports?: ModuleMetadata['imports'];
  path?: string;
  /** Options of the application. */
  application?: Pick<AppOptions, 'cors' | 'fastify' | 'port'>;
  configure?: (app: INestApplication) => void;
}

/** Starts a shop that receives a simulator's webhooks. */
export async function startShop(
  platform: Platform,
  simulator: PaySimulator,
  {
    webhooks,
    wallet,
    controllers = [PayWebhookController],
    providers = [],
    imports = [],
    path = 'pay/webhook',
    application,
    configure,
  }: ShopOptions = {},
): Promise<Shop> {
  const logger = new RecordingLogger();
  @Module({
    imports: [PayModule.forRoot({ wallet: { ...walletOf(simulator), ...wallet }, webhooks }), ...imports],
    controllers,
    providers: [Ledger, ...providers],
  })
  class ShopModule {}
  const { app, url } = await startApp(
    { imports: [ShopModule] },
    { ...application, platform, logger, configure },
  );
  return {
    app,
    hook: `${url}/${path}`,
    logger,
    ledger: app.get(Ledger),
    pay: app.get(PayWallet, { strict: false }),
    counts: () => app.get(PayWebhookStats, { strict: false }).snapshot(),
    close: () => app.close(),
  };
}

/** Creates an order and pays it on the hosted page. */
export async function buy(shop: Shop, simulator: PaySimulator, amount = 2450, merchantTrns = 'cart-1') {
  const { orderCodeText } = unwrap(await shop.pay.payments.createOrder({ amount, merchantTrns }));
  const outcome = simulator.checkout.pay(orderCodeText, GOOD_CARD);
  if (outcome.kind !== 'approved' && outcome.kind !== 'declined')
    throw new Error(`the card was ${outcome.kind}`);
  return { orderCode: orderCodeText, transactionId: outcome.transaction.id, outcome };
}

/** Builds the payment event of a purchase. `changes` make it a forged one. */
export function paymentBody(
  simulator: PaySimulator,
  purchase: { orderCode: string; transactionId: string },
  changes: Record<string, unknown> = {},
): Buffer {
  return buildPayWebhookForTest(PayEventType.TransactionPaymentCreated, {
    MerchantId: simulator.credentials.merchant.merchantId,
    TransactionId: purchase.transactionId,
    OrderCode: purchase.orderCode,
    Amount: 24.5,
    CurrencyCode: '978',
    StatusId: 'F',
    MerchantTrns: 'cart-1',
    TransactionTypeId: 5,
    ...changes,
  });
}

/** Posts a body like the service. */
export function post(
  hook: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Response> {
  const all = new Headers({ 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return fetch(hook, {
    method: 'POST',
    headers: all,
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
}
