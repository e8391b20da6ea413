import type { NestExpressApplication } from '@nestjs/platform-express';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Delivery, PaySimulator } from 'pay-simulator';
import { PayInboxService } from 'nestjs-pay';
import { until } from '../../../../test/until.js';
import { MARKET } from '../marketplace/market-account.js';
import { WEBHOOK_PATH } from '../payments/payment-events.js';
import { createShop } from '../shop.js';
import { SharedDatabase } from './shared-database.testing.js';
import { registerShop, simulatorAccount, startSimulator } from '../simulator/embedded-simulator.js';
import { withTimes } from '../../../../test/times.js';

/** Test cards that are accepted and declined. */
export const GOOD_CARD = '4147463011110133';
export const BAD_CARD = '4147463011110141';

/** One look at the service after a lost response. */
const LOOKUP_MS = 400;

/** The shop with its simulator, both on free ports, for tests over HTTP. */
export class RunningShop {
  private constructor(
    readonly app: NestExpressApplication,
    readonly simulator: PaySimulator,
    readonly url: string,
  ) {}

  static async start(): Promise<RunningShop> {
    const simulator = await startSimulator({ simulatorPort: 0, orderCodes: 'beyond-safe' });
    Object.assign(process.env, simulatorAccount(simulator));
    // Without retries, each fault has its effect.
    const limits = { testTimes: withTimes({ lookupMs: LOOKUP_MS }), maxRetries: 0 };
    const app = await createShop(simulator, () => SharedDatabase.shared(), limits);
    // The failures are intended.
    app.useLogger(false);
    await app.listen(0, '127.0.0.1');
    // Tests make each run themselves.
    for (const job of app.get(SchedulerRegistry, { strict: false }).getCronJobs().values()) void job.stop();
    const { port } = app.getHttpServer().address() as { port: number };
    const url = `http://127.0.0.1:${port}`;
    await registerShop(simulator, { url, port });
    return new RunningShop(app, simulator, url);
  }

  /** Returns the deliveries to the shop's webhook, oldest first, without the market's. */
  deliveries(): readonly Delivery[] {
    const url = new URL(WEBHOOK_PATH, this.url).href;
    return this.simulator.deliveries.list().filter(({ webhook }) => webhook.url === url);
  }

  /** Forgets all activity of the shop and of the service, so that one shop serves all tests of a file. */
  async reset(): Promise<void> {
    this.simulator.reset();
    await SharedDatabase.clear();
    await registerShop(this.simulator, { url: this.url, port: Number(new URL(this.url).port) });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.simulator.close();
  }

  /** Pays on the hosted page. Resolves when every notification was handled. */
  async payWith(card: string, orderCode: string): Promise<string> {
    const outcome = this.simulator.checkout.pay(orderCode, {
      number: card,
      expiry: '08/35',
      cvc: '111',
      holderName: 'A Buyer',
    });
    await this.settled();
    return outcome.kind;
  }

  /** Resolves when every notification was delivered and handled. The shop responds before it handles them. */
  async settled(): Promise<void> {
    const { deliveries } = this.simulator;
    const inbox = this.app.get(PayInboxService, { strict: false });
    let known: number;
    do {
      known = deliveries.list().length;
      await deliveries.settled();
      for (const account of [null, MARKET])
        await until(async () => (await inbox.stats({ account })).oldestAgeMs === null);
      // A handler's calls lead to more notifications.
    } while (deliveries.list().length > known);
  }
}

/** A browser without a screen: it keeps cookies, and does not follow redirects. */
export class Visitor {
  private cookie = '';

  constructor(private readonly shop: string) {}

  async get(address: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(address, { headers });
  }

  async post(
    address: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.send(address, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  /** Returns the text of a page. */
  async page(address: string): Promise<string> {
    return (await this.get(address)).text();
  }

  /** Returns the one-time key of a new checkout form. */
  async formKey(cart = 'mug=2'): Promise<string> {
    return /name="key"\s+value="([^"]+)"/.exec(await this.page(`/checkout?${cart}`))?.[1] ?? '';
  }

  private async send(
    address: string,
    init: RequestInit & { headers: Record<string, string> },
  ): Promise<Response> {
    const headers = {
      accept: 'text/html',
      ...(this.cookie !== '' && { cookie: this.cookie }),
      ...init.headers,
    };
    const response = await fetch(new URL(address, this.shop), { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) this.cookie = cookie.split(';')[0] ?? '';
    return response;
  }
}
