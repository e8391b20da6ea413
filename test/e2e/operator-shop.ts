import type { PGlite } from '@electric-sql/pglite';
import { Injectable, Module } from '@nestjs/common';
import type { CanActivate, ExecutionContext, INestApplication, ModuleMetadata } from '@nestjs/common';
import { durableInbox, PayModule, PayWallet, unwrap } from 'nestjs-pay';
import { PayOperatorModule } from 'nestjs-pay/operator';
import type { PayOperatorAuditEntry, PayOperatorOptions, PayOperatorPermissions } from 'nestjs-pay/operator';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import { postgresIdempotency, postgresStore } from 'nestjs-pay/postgres';
import type { PaySimulator } from 'pay-simulator';
import { Pool } from 'pg';
import { GOOD_CARD } from '../cards.js';
import { withTimes } from '../times.js';
import { RecordingLogger, startApp, walletOf } from './nest-app.js';
import type { Platform } from './nest-app.js';
import { PayWebhookController } from './webhook-shop.js';

/** Lets in requests that name a user, as a login would. Its dependency shows that Nest creates it. */
@Injectable()
export class Logins {
  readonly users: Readonly<Record<string, PayOperatorPermissions>> = {
    looker: { name: 'looker', look: true },
    support: {
      name: 'support',
      look: true,
      refund: { maxAmount: 2_000, currencyCode: 'EUR' },
      replay: false,
    },
    boss: { name: 'boss', look: true, refund: true, replay: true },
    boss2: { name: 'boss2', look: true, refund: true, replay: true },
    outsider: { name: 'outsider' },
  };
}

interface UserRequest {
  headers: { 'x-user'?: string };
}

@Injectable()
export class LoginGuard implements CanActivate {
  constructor(private readonly logins: Logins) {}

  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<UserRequest>();
    return this.logins.users[headers['x-user'] ?? ''] !== undefined;
  }
}

@Module({ providers: [Logins], exports: [Logins] })
export class LoginModule {}

export interface OperatorShopOptions {
  db: PGlite | Pool;
  platform?: Platform;
  operator?: Partial<PayOperatorOptions>;
  imports?: ModuleMetadata['imports'];
  providers?: ModuleMetadata['providers'];
  pay?: Parameters<typeof PayModule.forRoot>[0];
  configure?: (app: INestApplication) => void;
}

/** A shop whose support has pages. */
export class OperatorShop {
  readonly audited: PayOperatorAuditEntry[] = [];
  /** The next entries of the audit that fail. */
  auditFailures = 0;
  readonly logger = new RecordingLogger();
  app!: INestApplication;
  db!: { query(text: string, values?: unknown[]): Promise<unknown> };
  url!: string;
  reports!: PayWallet;
  /** What the shop’s own search returns. */
  last = '';
  pay!: PayWallet;

  constructor(readonly simulator: PaySimulator) {}

  async start({
    db,
    platform,
    operator,
    imports = [],
    providers = [],
    pay,
    configure,
  }: OperatorShopOptions): Promise<this> {
    const store: PayOperatorOptions['store'] =
      db instanceof Pool ? postgresStore({ pool: db }) : pgliteStore(db);
    const times = withTimes({ lookupMs: 100 });
    const idempotency =
      db instanceof Pool ? postgresIdempotency({ pool: db, ...times }) : pgliteIdempotency(db, times);
    this.reports = new PayWallet({ ...walletOf(this.simulator), ...this.simulator.credentials.dataServices });
    const { app, url } = await startApp(
      {
        imports: [
          PayModule.forRoot({
            wallet: walletOf(this.simulator),
            idempotency,
            webhooks: { inbox: durableInbox({ store }) },
            ...pay,
          }),
          PayOperatorModule.forRoot({
            path: 'desk/payments',
            imports: [LoginModule],
            guards: [LoginGuard],
            authorize: (request: UserRequest) =>
              app.get(Logins, { strict: false }).users[request.headers['x-user'] ?? ''] ?? {},
            audit: (entry) => {
              if (this.auditFailures-- > 0) throw new Error('the audit of jo@example.com is closed');
              this.audited.push(entry);
            },
            store,
            reads: { dataServices: () => this.reports.dataServices },
            ...operator,
          }),
          ...imports,
        ],
        controllers: [PayWebhookController],
        providers,
      },
      { platform, logger: this.logger, configure },
    );
    this.app = app;
    this.db = db;
    const prefix = configure === undefined ? '' : 'api/';
    this.url = `${url}/${prefix}desk/payments/`;
    this.pay = app.get(PayWallet, { strict: false });
    return this;
  }

  /** Creates an order, and pays it. */
  async buy(
    amount = 2450,
    more: { merchantTrns?: string; customerTrns?: string; preauth?: boolean; card?: typeof GOOD_CARD } = {},
  ) {
    const { card = GOOD_CARD, ...order } = more;
    const { orderCodeText: orderCode } = unwrap(
      await this.pay.payments.createOrder({
        amount,
        customer: { email: card.email, fullName: card.holderName },
        ...order,
      }),
    );
    const outcome = this.simulator.checkout.pay(orderCode, card);
    if (outcome.kind !== 'approved' && outcome.kind !== 'declined')
      throw new Error(`the card was ${outcome.kind}`);
    return { orderCode, id: outcome.transaction.id };
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.reports.close();
  }

  as(user: string): Desk {
    return new Desk(this.url, user);
  }

  /** Requests that moved money. */
  get sent(): number {
    return this.simulator
      .requests()
      .filter(
        ({ method, path }) =>
          method !== 'GET' && /transactions\/|acquiring|cancel/i.test(path) && !/Search/.test(path),
      ).length;
  }
}

/** A person at a browser without scripts. */
export class Desk {
  constructor(
    private readonly url: string,
    private readonly user: string,
  ) {}

  send(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = {
      'x-user': this.user,
      accept: 'text/html',
      'sec-fetch-site': 'same-origin',
      ...(init.headers as object),
    };
    return fetch(new URL(address, this.url), { redirect: 'manual', ...init, headers });
  }

  async page(address: string): Promise<string> {
    return (await this.send(address)).text();
  }

  async json<Data>(address: string, body?: object): Promise<Data> {
    const sent = body && { method: 'POST', body: JSON.stringify(body) };
    const headers = { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) };
    return (await this.send(address, { ...sent, headers })).json() as Promise<Data>;
  }

  /** Posts fields with the token of a page. */
  async post(address: string, fields: Record<string, string>, page: string): Promise<Response> {
    const token = /name="token" value="([^"]*)"/.exec(await this.page(page))?.[1] ?? '';
    return this.send(address, { method: 'POST', body: new URLSearchParams({ token, ...fields }) });
  }

  /** Plans an action. Returns its address, or the text of the alert. */
  async plan(orderCode: string, fields: Record<string, string>): Promise<string> {
    const order = `default/orders/${orderCode}`;
    const response = await this.post(`${order}/actions`, { why: 'it was broken', ...fields }, order);
    if (response.status === 303)
      return new URL(response.headers.get('location') ?? '', response.url).pathname
        .split('/')
        .slice(-3)
        .join('/');
    return alertOf(await response.text());
  }

  /** Confirms an action, and returns its page. */
  async confirm(action: string): Promise<string> {
    const response = await this.post(`${action}/confirm`, {}, 'default');
    return response.status === 303 ? this.page(action) : alertOf(await response.text());
  }
}

export const alertOf = (page: string): string =>
  /role="alert"[^>]*>([^<]*)</.exec(page)?.[1]?.trim() ?? 'no alert';
/** Returns the texts of the labels on a page. */
export const labelsOf = (page: string): string[] =>
  [...page.matchAll(/class="label [a-z]+">([^<]*)</g)].map(([, label]) => label ?? '');
