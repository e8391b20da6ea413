import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import {
  getPayToken,
  payConfig,
  payConfigFor,
  PayModule,
  PayPayments,
  PayTransactions,
  PayWallet,
  PayWebhooks,
} from 'nestjs-pay';
import type { PayDelivery, PayInbox, PayModuleOptions, PayOptionsFactory } from 'nestjs-pay';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { boot, createApp, startApp } from './nest-app.js';
import { Ledger, paymentBody, PayWebhookController, post } from './webhook-shop.js';

let simulator: PaySimulator;
let app: INestApplication | undefined;

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'module' });
});
afterAll(() => simulator.close());
afterEach(async () => {
  await app?.close();
  app = undefined;
});

@Injectable()
class Shop {
  constructor(
    readonly pay: PayWallet,
    readonly payments: PayPayments,
    readonly transactions: PayTransactions,
    readonly webhooks: PayWebhooks,
  ) {}
}

describe('payConfig', () => {
  const kept = { ...process.env };
  beforeEach(() => {
    const { merchantId, apikey, clientId, clientSecret } = simulator.credentials.merchant;
    const { accounts, api, web } = simulator.endpoints;
    Object.assign(process.env, {
      PAY_CLIENT_ID: clientId,
      PAY_CLIENT_SECRET: clientSecret,
      PAY_MERCHANT_ID: merchantId,
      PAY_API_KEY: apikey,
      PAY_DEV: '1',
      PAY_TIMEOUT_MS: '5000',
      PAY_TOKENS: 'shared',
      PAY_ENDPOINT_ACCOUNTS: accounts,
      PAY_ENDPOINT_API: api,
      PAY_ENDPOINT_WEB: web,
      PAY_WEBHOOK_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      PAY_ISV_CLIENT_ID: '',
    });
  });
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (name.startsWith('PAY_')) delete process.env[name];
    Object.assign(process.env, kept);
  });

  it('configures PayModule from the environment', async () => {
    app = await createApp({
      imports: [
        ConfigModule.forRoot({ ignoreEnvFile: true }),
        PayModule.forRootAsync(payConfig.asProvider()),
      ],
      providers: [Shop],
    });
    await app.init();
    const result = await app.get(Shop).payments.createOrder({ amount: 1000 });
    expect(result).toMatchObject({ success: true });
  });

  it('reads every kind of variable', () => {
    Object.assign(process.env, {
      PAY_ISV_CLIENT_ID: 'isv-id',
      PAY_ISV_CLIENT_SECRET: 'isv-secret',
      PAY_CLOUD_TERMINAL_CLIENT_ID: 'pos-id',
      PAY_CLOUD_TERMINAL_CLIENT_SECRET: 'pos-secret',
      PAY_WEBHOOK_SOURCE_ADDRESSES: 'any',
      PAY_WEBHOOK_SECRETS: 'new,old',
      PAY_WEBHOOK_VERIFICATION_KEYS: 'new-key, old-key',
      PAY_WEBHOOK_SOURCE_CODES: '0001,1234',
      PAY_WEBHOOK_MERCHANT_IDS: 'a,b',
      PAY_WEBHOOK_SERVICE_MAX_CONCURRENT: '50',
      PAY_WEBHOOK_SERVICE_READS_PER_MINUTE: '1000',
      PAY_WEBHOOK_UNKNOWN_MAX_CONCURRENT: '5',
      PAY_WEBHOOK_UNKNOWN_READS_PER_MINUTE: '10',
      PAY_LOGS: 'false',
    });
    expect(payConfig()).toMatchObject({
      wallet: {
        dev: true,
        logs: false,
        timeoutMs: 5000,
        tokens: 'shared',
        endpoints: simulator.endpoints,
        cloudTerminal: { clientId: 'pos-id', clientSecret: 'pos-secret' },
      },
      isv: {
        clientId: 'isv-id',
        clientSecret: 'isv-secret',
        dev: true,
      },
      webhooks: {
        trustedProxies: ['10.0.0.0/8', '::1'],
        sourceAddresses: 'any',
        secrets: ['new', 'old'],
        verificationKeys: ['new-key', 'old-key'],
        sourceCodes: ['0001', '1234'],
        merchantIds: ['a', 'b'],
        senderLimits: {
          service: { maxConcurrent: 50, readsPerMinute: 1000 },
          unknown: { maxConcurrent: 5, readsPerMinute: 10 },
        },
      },
    });
    expect(payConfig()).not.toHaveProperty('marketplace');
  });

  it('reads no variable and no option that every object inherits', async () => {
    const inherited = { PAY_SOURCE_CODE: '7777', isv: {}, webhooks: 'none', sourceCode: 7 };
    Object.assign(Object.prototype, inherited);
    try {
      app = await createApp({ imports: [PayModule.forRootAsync(payConfig.asProvider())] });
      await app.init();
      const wallet = app.get(PayWallet);
      expect(wallet.sourceCode).toBeNull();
      expect(wallet.endpoints).toMatchObject(simulator.endpoints);
    } finally {
      for (const name of Object.keys(inherited)) Reflect.deleteProperty(Object.prototype, name);
    }
  });

  it('names every variable that is missing or wrong', () => {
    delete process.env['PAY_API_KEY'];
    Object.assign(process.env, {
      PAY_DEV: 'yes',
      PAY_TIMEOUT_MS: '5s',
      PAY_ENDPOINT_API: 'http://pay.example',
    });
    expect(() => payConfig()).toThrow(/PAY_API_KEY \(wallet\.apikey\) is missing: the merchant's API key/);
    expect(() => payConfig()).toThrow('PAY_DEV must be true, false, 1 or 0');
    expect(() => payConfig()).toThrow('PAY_TIMEOUT_MS must be a whole number');
    expect(() => payConfig()).toThrow('PAY_ENDPOINT_API (wallet.endpoints.api) must use https');
  });

  it('reads the variables of an account with a name, and the application’s own for it', async () => {
    const { PAY_MERCHANT_ID, PAY_API_KEY, PAY_CLIENT_ID, PAY_CLIENT_SECRET } = process.env;
    Object.assign(process.env, {
      PAY_SHOP_GR_CLIENT_ID: PAY_CLIENT_ID,
      PAY_SHOP_GR_CLIENT_SECRET: PAY_CLIENT_SECRET,
      PAY_SHOP_GR_MERCHANT_ID: PAY_MERCHANT_ID,
      PAY_SHOP_GR_API_KEY: PAY_API_KEY,
      PAY_SHOP_GR_TIMEOUT_MS: '7000',
      PAY_SOURCE_CODE: '1234',
      PAY_WEBHOOK_SECRETS: 'not-the-greek-one',
    });
    expect(payConfigFor('shop-gr')()).toEqual({
      wallet: {
        clientId: PAY_CLIENT_ID,
        clientSecret: PAY_CLIENT_SECRET,
        merchantId: PAY_MERCHANT_ID,
        apikey: PAY_API_KEY,
        dev: true,
        timeoutMs: 7000,
        tokens: 'shared',
        endpoints: simulator.endpoints,
      },
      webhooks: { trustedProxies: ['10.0.0.0/8', '::1'] },
    });
    app = await createApp({
      imports: [
        ConfigModule.forRoot({ ignoreEnvFile: true }),
        PayModule.forRootAsync({ name: 'shop-gr', ...payConfigFor('shop-gr').asProvider() }),
        PayModule.forRootAsync({
          name: 'other',
          ...payConfigFor('other', { prefix: 'PAY_SHOP_GR_' }).asProvider(),
        }),
      ],
    });
    await app.init();
    for (const name of ['shop-gr', 'other']) {
      const payments = app.get<PayPayments>(getPayToken(PayPayments, name), { strict: false });
      expect(await payments.createOrder({ amount: 1000 })).toMatchObject({ success: true });
    }
    delete process.env['PAY_SHOP_GR_API_KEY'];
    expect(() => payConfigFor('shop-gr')()).toThrow('PAY_SHOP_GR_API_KEY (wallet.apikey) is missing');
    process.env['PAY_DEV'] = 'yes';
    expect(() => payConfigFor('shop-gr')()).toThrow('PAY_DEV must be true, false, 1 or 0');
    expect(() => payConfigFor('nobody')()).toThrow('give at least one of PAY_NOBODY_CLIENT_ID (wallet)');
  });

  describe('with options given beside it', () => {
    const received: PayDelivery[] = [];
    const inbox: PayInbox = {
      receive: (delivery) => {
        received.push(delivery);
        return Promise.resolve('stored');
      },
    };
    const imports = [ConfigModule.forRoot({ ignoreEnvFile: true })];
    /** Statuses of a delivery from an unknown sender and of one from the service, both through a proxy. */
    const deliverTo = async (module: DynamicModule): Promise<number[]> => {
      const started = await startApp({
        imports: [...imports, module],
        controllers: [PayWebhookController],
        providers: [Ledger],
      });
      app = started.app;
      received.length = 0;
      const body = paymentBody(simulator, { orderCode: '1234567890123456', transactionId: randomUUID() });
      const statuses: number[] = [];
      for (const address of ['203.0.113.7', '127.0.0.9']) {
        const answer = await post(`${started.url}/pay/webhook`, body, { 'x-forwarded-for': address });
        statuses.push(answer.status);
      }
      return statuses;
    };
    beforeEach(() => {
      process.env['PAY_WEBHOOK_TRUSTED_PROXIES'] = '127.0.0.1';
    });

    it('keeps every variable, and adds the options', async () => {
      const module = PayModule.forRootAsync({ ...payConfig.asProvider(), webhooks: { inbox } });
      expect(await deliverTo(module)).toEqual([403, 200]);
      expect(received).toHaveLength(1);
    });
    it('takes the same value twice, and an option that one of both leaves undefined', async () => {
      const webhooks = { trustedProxies: ['127.0.0.1'], inbox };
      const module = PayModule.forRootAsync({
        useFactory: () => ({ ...payConfig(), webhooks: { ...webhooks, secrets: undefined } }),
        webhooks: { ...webhooks, secrets: ['secret'], sourceAddresses: undefined },
      });
      expect(await deliverTo(module)).toEqual([403, 200]);
    });
    it('adds whole sections and options of a client', async () => {
      delete process.env['PAY_WEBHOOK_TRUSTED_PROXIES'];
      const calls: string[] = [];
      const module = PayModule.forRootAsync({
        ...payConfig.asProvider(),
        wallet: { hooks: { onCall: ({ operation }) => void calls.push(operation) } },
        webhooks: { inbox, trustedProxies: ['127.0.0.1'] },
      });
      expect(await deliverTo(module)).toEqual([403, 200]);
      await app?.get(PayPayments, { strict: false }).createOrder({ amount: 1000 });
      expect(calls).toContain('payments.createOrder');
    });
    it('adds them for an account with a name, and for every kind of factory', async () => {
      @Injectable()
      class Options implements PayOptionsFactory {
        createPayOptions(): PayModuleOptions {
          return payConfig();
        }
      }
      const module = PayModule.forRootAsync({ name: 'shop-gr', useClass: Options, webhooks: { inbox } });
      expect(await deliverTo(module)).toEqual([403, 200]);
      expect(received).toMatchObject([{ account: 'shop-gr' }]);
    });
    it('stops the boot where both give another value', async () => {
      const module = PayModule.forRootAsync({
        ...payConfig.asProvider(),
        wallet: { timeoutMs: 1 },
        webhooks: { trustedProxies: ['10.0.0.1'] },
      });
      const { failure } = await boot({ imports: [...imports, module] });
      expect(failure).toContain('wallet.timeoutMs has two values');
      expect(failure).toContain(
        'webhooks.trustedProxies has two values: one from the factory and another one beside it. Remove one of them',
      );
    });
    it('stops the boot for a name that is no option', async () => {
      const misspelt: object = { webhook: { inbox } };
      const module = PayModule.forRootAsync({ ...payConfig.asProvider(), ...misspelt });
      const { failure } = await boot({ imports: [...imports, module] });
      expect(failure).toContain('webhook is not an option: did you mean webhooks?');
    });
  });

  describe('finds slips', () => {
    it.each([
      ['PAY_WEBHOOK_TRUSTED_PROXY', 'PAY_WEBHOOK_TRUSTED_PROXIES'],
      ['PAY_WEBHOOK_SECRET', 'PAY_WEBHOOK_SECRETS'],
      ['PAY_APIKEY', 'PAY_API_KEY'],
      ['PAY_CLIENTID', 'PAY_CLIENT_ID'],
      ['PAY_LOG', 'PAY_LOGS'],
      ['PAY_ISV_RESELER_ID', 'PAY_ISV_RESELLER_ID'],
    ])('%s stops the boot and asks for %s', async (slip, variable) => {
      process.env[slip] = 'text';
      const { failure } = await boot({
        imports: [
          ConfigModule.forRoot({ ignoreEnvFile: true }),
          PayModule.forRootAsync(payConfig.asProvider()),
        ],
      });
      expect(failure).toContain(`${slip} is not a variable of nestjs-pay: did you mean ${variable}?`);
    });
    it('in the variables of an account with a name, and in those that it shares', () => {
      process.env['PAY_SHOP_GR_API_KEEY'] = 'text';
      process.env['PAY_WEBHOOK_TRUSTED_PROXY'] = 'text';
      expect(() => payConfigFor('shop-gr')()).toThrow('did you mean PAY_SHOP_GR_API_KEY?');
      expect(() => payConfigFor('shop-gr')()).toThrow('did you mean PAY_WEBHOOK_TRUSTED_PROXIES?');
      expect(() => payConfigFor('x', { prefix: 'PAY_SHOP_GR_' })()).toThrow(
        'did you mean PAY_SHOP_GR_API_KEY?',
      );
      expect(() => payConfig()).not.toThrow('SHOP_GR');
    });
    it('but leaves alone what is empty, another account’s, or the application’s own', () => {
      Object.assign(process.env, {
        PAY_WEBHOOK_TRUSTED_PROXY: ' ',
        PAY_ISB_CLIENT_ID: 'of the account isb',
        PAY_ENV: 'test',
        PAY_WEBHOOK_URL: 'https://shop.example/pay',
        PAY_WEBHOOK_PATH: '/hooks',
        PAY_DATABASE_URL: 'postgres://',
      });
      expect(() => payConfig()).not.toThrow();
    });
  });

  it('says what to set when nothing is set', () => {
    for (const name of Object.keys(process.env)) if (name.startsWith('PAY_')) delete process.env[name];
    expect(() => payConfig()).toThrow(
      /no client is configured: give at least one of PAY_CLIENT_ID \(wallet\)/,
    );
  });
});
