import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import {
  getPayToken,
  payConfig,
  payConfigFor,
  PayModule,
  PayPayments,
  PayTransactions,
  PayWalletService,
  PayWebhooks,
} from 'nestjs-pay';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { createApp } from './nest-app.js';

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
    readonly pay: PayWalletService,
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
      PAY_WEBHOOK_MAX_UNDER_WAY: '50',
      PAY_WEBHOOK_READS_PER_SOURCE: '10',
      PAY_WEBHOOK_READS_PER_ACCOUNT: '20',
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
        maxUnderWay: 50,
        readBudget: { perSource: 10, perAccount: 20 },
      },
    });
    expect(payConfig()).not.toHaveProperty('marketplace');
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

  it('says what to set when nothing is set', () => {
    for (const name of Object.keys(process.env)) if (name.startsWith('PAY_')) delete process.env[name];
    expect(() => payConfig()).toThrow(
      /no client is configured: give at least one of PAY_CLIENT_ID \(wallet\)/,
    );
  });
});
