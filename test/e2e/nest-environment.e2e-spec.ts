import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ConfigModule } from '@nestjs/config';
import {
  memoryIdempotency,
  payConfig,
  PayISV,
  Marketplace,
  PayModule,
  PayWallet,
  PayWebhookStats,
  signPayWebhookForTest,
} from 'nestjs-pay';
import type { MethodReturn } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { RecordingLogger, startApp } from './nest-app.js';
import { buy, Ledger, paymentBody, post } from './webhook-shop.js';
import type { Shop } from './webhook-shop.js';

type Variables = Record<string, string>;
type Call = (shop: Environment) => Promise<MethodReturn<unknown, string>>;

const SERVICE = '127.0.0.9';
const UNKNOWN_SENDER = '203.0.113.7';
const REFUSED = ['tokenerror', 'unauthorized', 'forbidden', 'webhookerror'];
const originalVariables = { ...process.env };

interface Environment extends Shop {
  isv: PayISV;
  marketplace: Marketplace;
}

let simulator: PaySimulator;
let shop: Environment | undefined;

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'environment', clock: 'manual' });
});
afterAll(() => simulator.close());
beforeEach(() => simulator.reset());
afterEach(async () => {
  await shop?.close();
  shop = undefined;
  process.env = { ...originalVariables };
});

const everyClient = (): Variables => {
  const { isv, marketplace } = simulator.credentials;
  return {
    ...simulator.environment,
    PAY_DEV: '',
    PAY_ISV_CLIENT_ID: isv.clientId,
    PAY_ISV_CLIENT_SECRET: isv.clientSecret,
    PAY_ISV_RESELLER_ID: isv.resellerId,
    PAY_ISV_RESELLER_API_KEY: isv.resellerApiKey,
    PAY_MARKETPLACE_CLIENT_ID: marketplace.clientId,
    PAY_MARKETPLACE_CLIENT_SECRET: marketplace.clientSecret,
    PAY_MARKETPLACE_MERCHANT_ID: marketplace.merchantId,
    PAY_MARKETPLACE_API_KEY: marketplace.apikey,
  };
};

/** Starts a shop with these variables, and the ones that every shop needs. */
async function start(variables: Variables = {}): Promise<Environment> {
  await shop?.close();
  process.env = {
    ...originalVariables,
    ...simulator.environment,
    PAY_DEV: '', // the same as no variable
    ...variables,
  };
  const logger = new RecordingLogger();
  const { app, url } = await startApp(
    {
      imports: [
        ConfigModule.forRoot({ ignoreEnvFile: true }),
        // The sample composes its configuration in the same way.
        PayModule.forRootAsync({
          config: payConfig,
          useFactory: () => ({ idempotency: memoryIdempotency(), maxRetries: 0 }),
          webhooks: { path: 'pay/webhook' },
          timeoutMs: 25_000,
        }),
      ],
      providers: [Ledger],
    },
    { logger },
  );
  shop = {
    app,
    hook: `${url}/pay/webhook`,
    logger,
    ledger: app.get(Ledger),
    pay: app.get(PayWallet, { strict: false }),
    isv: app.get(PayISV, { strict: false }),
    marketplace: app.get(Marketplace, { strict: false }),
    counts: () => app.get(PayWebhookStats, { strict: false }).snapshot(),
    close: () => app.close(),
  };
  return shop;
}

/** Expects that a call is accepted with the variable's correct value, and refused with a wrong one. */
const authorizes = (variable: string, call: Call) => async (): Promise<void> => {
  const codeOf = async (variables: Variables): Promise<string> => {
    const result = await call(await start({ ...everyClient(), ...variables }));
    return result.success ? 'success' : result.code;
  };
  expect(REFUSED).not.toContain(await codeOf({}));
  expect(REFUSED).toContain(await codeOf({ [variable]: randomUUID() }));
};

const requestsOf = (operation: string, { requests }: PaySimulator = simulator): number =>
  requests().filter((request) => request.operation === operation).length;

const unknownId = '00000000-0000-4000-8000-000000000000';
const forgery = (Amount: number): Buffer =>
  paymentBody(simulator, { orderCode: '1234567890123456', transactionId: unknownId }, { Amount });
const from = (address: string, { hook }: Shop, body: Buffer): Promise<number> =>
  post(hook, body, { 'x-forwarded-for': address }).then(({ status }) => status);

const createOrder: Call = ({ pay }) => pay.payments.createOrder({ amount: 1000 });
const readKey: Call = ({ pay }) => pay.webhooks.retrieveWebhookKey();
const readPlatformTransaction: Call = ({ marketplace }) =>
  marketplace.transactions.getTransactionById(randomUUID());
const readPlatformKey: Call = ({ marketplace }) => marketplace.webhooks.retrieveWebhookKey();
const readConnectedAccount: Call = ({ isv }) =>
  isv.connectedAccounts.getAccountDatas({ accountId: randomUUID() });
const readConnectedOrder: Call = ({ isv }) => {
  const { account } = simulator.connectedMerchants.connect();
  const targetMerchantId = account.credentials.merchant.merchantId;
  return isv.payments.getOrder({ orderCode: '1234567890123456', targetMerchantId });
};
const terminalToken: Call = ({ pay }) => pay.getCloudTerminalAccessToken();

const cases: Record<string, () => Promise<void>> = {
  PAY_CLIENT_ID: authorizes('PAY_CLIENT_ID', createOrder),
  PAY_CLIENT_SECRET: authorizes('PAY_CLIENT_SECRET', createOrder),
  PAY_MERCHANT_ID: authorizes('PAY_MERCHANT_ID', readKey),
  PAY_API_KEY: authorizes('PAY_API_KEY', readKey),
  PAY_CLOUD_TERMINAL_CLIENT_ID: authorizes('PAY_CLOUD_TERMINAL_CLIENT_ID', terminalToken),
  PAY_CLOUD_TERMINAL_CLIENT_SECRET: authorizes('PAY_CLOUD_TERMINAL_CLIENT_SECRET', terminalToken),
  PAY_MARKETPLACE_CLIENT_ID: authorizes('PAY_MARKETPLACE_CLIENT_ID', readPlatformTransaction),
  PAY_MARKETPLACE_CLIENT_SECRET: authorizes('PAY_MARKETPLACE_CLIENT_SECRET', readPlatformTransaction),
  PAY_MARKETPLACE_MERCHANT_ID: authorizes('PAY_MARKETPLACE_MERCHANT_ID', readPlatformKey),
  PAY_MARKETPLACE_API_KEY: authorizes('PAY_MARKETPLACE_API_KEY', readPlatformKey),
  PAY_ISV_CLIENT_ID: authorizes('PAY_ISV_CLIENT_ID', readConnectedAccount),
  PAY_ISV_CLIENT_SECRET: authorizes('PAY_ISV_CLIENT_SECRET', readConnectedAccount),
  PAY_ISV_RESELLER_ID: authorizes('PAY_ISV_RESELLER_ID', readConnectedOrder),
  PAY_ISV_RESELLER_API_KEY: authorizes('PAY_ISV_RESELLER_API_KEY', readConnectedOrder),

  PAY_DEV: async () => {
    expect((await start()).pay.dev).toBe(false);
    expect((await start({ PAY_DEV: 'true' })).pay.dev).toBe(true);
  },
  PAY_SIMULATOR_URL: async () => {
    const other = await createPaySimulator();
    try {
      for (const PAY_SIMULATOR_URL of [other.url, `${other.url}/`]) {
        const { pay } = await start({ PAY_SIMULATOR_URL });
        expect(pay.endpoints).toEqual(other.endpoints);
        expect(await createOrder(shop!)).toMatchObject({ success: true });
      }
      expect(requestsOf('auth.getPayAccessToken', other)).toBe(2);
      expect(simulator.requests()).toEqual([]);
    } finally {
      await other.close();
    }
  },

  PAY_WEBHOOK_SECRETS: async () => {
    const { hook } = await start({ PAY_WEBHOOK_SECRETS: 'new-secret, old-secret' });
    const statuses: number[] = [];
    for (const secret of ['new-secret', 'old-secret', 'wrong-secret']) {
      const body = { Text: 'x', Link: 'https://pay.example/1', FileType: '.csv' };
      const { rawBody, headers } = signPayWebhookForTest({ body, secret });
      statuses.push((await post(hook, rawBody, headers)).status);
    }
    expect(statuses).toEqual([200, 200, 401]);
  },
  PAY_WEBHOOK_SOURCE_ADDRESSES: async () => {
    const { hook } = await start({ PAY_WEBHOOK_SOURCE_ADDRESSES: '192.0.2.0/24' });
    const response = await post(hook, forgery(1));
    expect([response.status, requestsOf('transactions.getTransactionById')]).toEqual([403, 0]);
  },
  PAY_WEBHOOK_TRUSTED_PROXIES: async () => {
    const started = await start({ PAY_WEBHOOK_TRUSTED_PROXIES: '127.0.0.1' });
    const body = paymentBody(simulator, await buy(started, simulator));
    expect([await from(UNKNOWN_SENDER, started, body), await from(SERVICE, started, body)]).toEqual([
      403, 200,
    ]);
  },
};

describe('each environment variable takes effect:', () => {
  it.each(Object.entries(cases))('%s', (_, check) => check());

  it('no other variable with the prefix PAY_ has an effect', () => {
    const read = new Set<string>();
    process.env = new Proxy(
      { ...everyClient(), PAY_WEBHOOK_URL: 'https://shop.example/pay' },
      {
        getOwnPropertyDescriptor(target, name) {
          if (String(name).startsWith('PAY_')) read.add(String(name));
          return Reflect.getOwnPropertyDescriptor(target, name);
        },
      },
    );
    payConfig();
    // Only commands use these variables.
    for (const suffix of ['WEBHOOK_URL', 'DATA_SERVICES_CLIENT_ID', 'DATA_SERVICES_CLIENT_SECRET'])
      read.delete(`PAY_${suffix}`);
    expect([...read].sort()).toEqual(Object.keys(cases).sort());
  });
});
