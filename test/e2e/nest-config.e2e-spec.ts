import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
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
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
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
  const originalVariables = { ...process.env };
  beforeEach(() => {
    Object.assign(process.env, simulator.environment, {
      PAY_DEV: '1',
      PAY_WEBHOOK_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      PAY_ISV_CLIENT_ID: '',
    });
  });
  afterEach(() => {
    process.env = { ...originalVariables };
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

  it('reads the environment of a simulator', () => {
    process.env = { ...simulator.environment };
    const { endpoints, credentials } = simulator;
    const { merchant, cloudTerminal } = credentials;
    expect(payConfig()).toEqual({ wallet: { ...merchant, cloudTerminal, dev: true, endpoints } });
  });

  it('reads every kind of variable', () => {
    Object.assign(process.env, {
      PAY_ISV_CLIENT_ID: 'isv-id',
      PAY_ISV_CLIENT_SECRET: 'isv-secret',
      PAY_CLOUD_TERMINAL_CLIENT_ID: 'pos-id',
      PAY_CLOUD_TERMINAL_CLIENT_SECRET: 'pos-secret',
      PAY_WEBHOOK_SOURCE_ADDRESSES: 'any',
      PAY_WEBHOOK_SECRETS: 'new,old',
    });
    expect(payConfig()).toMatchObject({
      wallet: {
        dev: true,
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
      },
    });
    expect(payConfig()).not.toHaveProperty('marketplace');
  });

  it('reads no variable and no option from Object.prototype', async () => {
    const inherited = { PAY_MERCHANT_ID: '7777', isv: {}, webhooks: 'none', sourceCode: 7 };
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

  it('names every missing or wrong variable', () => {
    delete process.env['PAY_API_KEY'];
    Object.assign(process.env, {
      PAY_DEV: 'yes',
      PAY_SIMULATOR_URL: 'http://pay.example',
    });
    expect(() => payConfig()).toThrow(/PAY_API_KEY \(wallet\.apikey\) is missing: the merchant's API key/);
    expect(() => payConfig()).toThrow('PAY_DEV must be true, false, 1 or 0');
    expect(() => payConfig()).toThrow('PAY_SIMULATOR_URL (wallet.endpoints.api) must use https');
    process.env['PAY_SIMULATOR_URL'] = '4010';
    expect(() => payConfig()).toThrow(
      'PAY_SIMULATOR_URL must be the address of a simulator, such as http://127.0.0.1:4010',
    );
  });

  it('reads the variables of an account with a name, and the variables of the application', async () => {
    const { PAY_MERCHANT_ID, PAY_API_KEY, PAY_CLIENT_ID, PAY_CLIENT_SECRET } = process.env;
    Object.assign(process.env, {
      PAY_SHOP_GR_CLIENT_ID: PAY_CLIENT_ID,
      PAY_SHOP_GR_CLIENT_SECRET: PAY_CLIENT_SECRET,
      PAY_SHOP_GR_MERCHANT_ID: PAY_MERCHANT_ID,
      PAY_SHOP_GR_API_KEY: PAY_API_KEY,
      PAY_SHOP_GR_DEV: '0',
      PAY_WEBHOOK_SECRETS: 'of-another-account',
    });
    expect(payConfigFor('shop-gr')()).toEqual({
      wallet: {
        clientId: PAY_CLIENT_ID,
        clientSecret: PAY_CLIENT_SECRET,
        merchantId: PAY_MERCHANT_ID,
        apikey: PAY_API_KEY,
        dev: false,
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
    delete process.env['PAY_SHOP_GR_DEV'];
    process.env['PAY_DEV'] = 'yes';
    expect(() => payConfigFor('shop-gr')()).toThrow('PAY_DEV must be true, false, 1 or 0');
    expect(() => payConfigFor('unknown')()).toThrow('give at least one of PAY_UNKNOWN_CLIENT_ID (wallet)');
  });

  describe('with more options in forRootAsync', () => {
    const received: PayDelivery[] = [];
    const inbox: PayInbox = {
      receive: (delivery) => {
        received.push(delivery);
        return Promise.resolve('stored');
      },
    };
    const imports = [ConfigModule.forRoot({ ignoreEnvFile: true })];
    /** Returns the statuses of two deliveries through a proxy: of an unknown sender, and of the service. */
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
        const response = await post(`${started.url}/pay/webhook`, body, { 'x-forwarded-for': address });
        statuses.push(response.status);
      }
      return statuses;
    };
    beforeEach(() => {
      process.env['PAY_WEBHOOK_TRUSTED_PROXIES'] = '127.0.0.1';
    });

    it('adds the options and keeps every variable', async () => {
      const module = PayModule.forRootAsync({ ...payConfig.asProvider(), webhooks: { inbox } });
      expect(await deliverTo(module)).toEqual([403, 200]);
      expect(received).toHaveLength(1);
    });
    it('accepts the same value twice, and a value that is undefined in one of both', async () => {
      const webhooks = { trustedProxies: ['127.0.0.1'], inbox };
      const module = PayModule.forRootAsync({
        useFactory: () => ({ ...payConfig(), webhooks: { ...webhooks, secrets: undefined } }),
        webhooks: { ...webhooks, secrets: ['secret'], sourceAddresses: undefined },
      });
      expect(await deliverTo(module)).toEqual([403, 200]);
    });
    it('adds sections, and options of a client', async () => {
      delete process.env['PAY_WEBHOOK_TRUSTED_PROXIES'];
      const lines: string[] = [];
      const module = PayModule.forRootAsync({
        ...payConfig.asProvider(),
        wallet: { logs: true, logger: { error: (line: string) => void lines.push(line) } },
        webhooks: { inbox, trustedProxies: ['127.0.0.1'] },
      });
      expect(await deliverTo(module)).toEqual([403, 200]);
      await app?.get(PayPayments, { strict: false }).createOrder({ amount: -1 });
      expect(lines).toEqual([expect.stringContaining('payments.createOrder failed')]);
    });
    it('adds the options with a name and with useClass', async () => {
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
    it('merges config, the options of a factory with an injected value, and the options beside it', async () => {
      @Injectable()
      class Store {
        readonly inbox = inbox;
      }
      @Module({ providers: [Store], exports: [Store] })
      class StoreModule {}
      const module = PayModule.forRootAsync({
        config: payConfig,
        imports: [StoreModule],
        inject: [Store],
        useFactory: (store: Store) => ({ webhooks: { inbox: store.inbox } }),
        webhooks: { readsPerMinute: 100 },
      });
      expect(await deliverTo(module)).toEqual([403, 200]);
      expect(received).toMatchObject([{ account: null, client: 'wallet' }]);
    });
    it('accepts config without a factory', async () => {
      const module = PayModule.forRootAsync({ config: payConfig, webhooks: { inbox } });
      expect(await deliverTo(module)).toEqual([403, 200]);
    });
    it('stops the boot if config and the factory give an option different values', async () => {
      const module = PayModule.forRootAsync({
        config: payConfig,
        useFactory: () => ({ webhooks: { inbox, trustedProxies: ['10.0.0.1'] } }),
      });
      const { failure } = await boot({ imports: [...imports, module] });
      expect(failure).toContain('webhooks.trustedProxies has two values');
    });
    it('stops the boot if an option has two values', async () => {
      const module = PayModule.forRootAsync({
        ...payConfig.asProvider(),
        wallet: { dev: false },
        webhooks: { trustedProxies: ['10.0.0.1'] },
      });
      const { failure } = await boot({ imports: [...imports, module] });
      expect(failure).toContain('wallet.dev has two values');
      expect(failure).toContain(
        'webhooks.trustedProxies has two values: set it in one place only (the environment, the factory, or forRootAsync)',
      );
    });
    it('stops the boot for an unknown option', async () => {
      const misspelled: object = { webhook: { inbox } };
      const module = PayModule.forRootAsync({ ...payConfig.asProvider(), ...misspelled });
      const { failure } = await boot({ imports: [...imports, module] });
      expect(failure).toContain('webhook is not an option: did you mean webhooks?');
    });
  });

  describe('with misspelled variables', () => {
    it.each([
      ['PAY_WEBHOOK_TRUSTED_PROXY', 'PAY_WEBHOOK_TRUSTED_PROXIES'],
      ['PAY_WEBHOOK_SECRET', 'PAY_WEBHOOK_SECRETS'],
      ['PAY_APIKEY', 'PAY_API_KEY'],
      ['PAY_CLIENTID', 'PAY_CLIENT_ID'],
      ['PAY_SIMULATOR_URI', 'PAY_SIMULATOR_URL'],
      ['PAY_ISV_RESELER_ID', 'PAY_ISV_RESELLER_ID'],
    ])('%s stops the boot, and the message names %s', async (misspelled, variable) => {
      process.env[misspelled] = 'text';
      const { failure } = await boot({
        imports: [
          ConfigModule.forRoot({ ignoreEnvFile: true }),
          PayModule.forRootAsync(payConfig.asProvider()),
        ],
      });
      expect(failure).toContain(`${misspelled} is not a variable of nestjs-pay: did you mean ${variable}?`);
    });
    it.each(['PAY_ENVIRONMENT', 'PAY_DEMO', 'PAY_SANDBOX', 'PAY_TEST_MODE'])(
      '%s stops the boot unless PAY_DEV is set, because the calls would reach the live service',
      (variable) => {
        Object.assign(process.env, { [variable]: 'x', PAY_DEV: '' });
        expect(() => payConfig()).toThrow(
          `${variable} is not a variable of nestjs-pay: did you mean PAY_DEV?`,
        );
        process.env['PAY_DEV'] = 'false';
        expect(() => payConfig()).not.toThrow('PAY_DEV');
      },
    );
    it('checks the variables of an account with a name, and the variables of the application', () => {
      process.env['PAY_SHOP_GR_API_KEEY'] = 'text';
      process.env['PAY_WEBHOOK_TRUSTED_PROXY'] = 'text';
      expect(() => payConfigFor('shop-gr')()).toThrow('did you mean PAY_SHOP_GR_API_KEY?');
      expect(() => payConfigFor('shop-gr')()).toThrow('did you mean PAY_WEBHOOK_TRUSTED_PROXIES?');
      expect(() => payConfigFor('x', { prefix: 'PAY_SHOP_GR_' })()).toThrow(
        'did you mean PAY_SHOP_GR_API_KEY?',
      );
      expect(() => payConfig()).not.toThrow('SHOP_GR');
    });
    it('accepts empty variables, and variables of other accounts and of the application', () => {
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

  it('names the variables to set if none is set', () => {
    for (const name of Object.keys(process.env)) if (name.startsWith('PAY_')) delete process.env[name];
    expect(() => payConfig()).toThrow(
      /no client is configured: give at least one of PAY_CLIENT_ID \(wallet\).*ConfigModule\.forRoot\(\)/,
    );
  });
});
