import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
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
import { until } from '../until.js';
import { RecordingLogger, startApp } from './nest-app.js';
import { buy, Ledger, paymentBody, post } from './webhook-shop.js';
import type { Shop } from './webhook-shop.js';

type Variables = Record<string, string>;
type Call = (shop: Environment) => Promise<MethodReturn<unknown, string>>;

const SERVICE = '127.0.0.9';
const UNKNOWN_SENDER = '203.0.113.7';
const REFUSED = ['tokenerror', 'unauthorized', 'forbidden', 'webhookerror'];
const OPEN: Variables = {
  PAY_WEBHOOK_SOURCE_ADDRESSES: 'any',
  PAY_WEBHOOK_TRUSTED_PROXIES: '127.0.0.1',
};
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
  const { isv, marketplace, cloudTerminal } = simulator.credentials;
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
    ...Object.fromEntries(
      ['PAY_ISV_', 'PAY_MARKETPLACE_'].flatMap((prefix) => [
        [`${prefix}CLOUD_TERMINAL_CLIENT_ID`, cloudTerminal.clientId],
        [`${prefix}CLOUD_TERMINAL_CLIENT_SECRET`, cloudTerminal.clientSecret],
      ]),
    ),
  };
};

/** Starts a shop with these variables, and the ones that every shop needs. */
async function start(variables: Variables = {}): Promise<Environment> {
  await shop?.close();
  process.env = {
    ...originalVariables,
    ...simulator.environment,
    PAY_DEV: '', // the same as no variable
    PAY_MAX_RETRIES: '0',
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
          useFactory: () => ({ idempotency: memoryIdempotency(), webhooks: { repeatWaitMs: 1000 } }),
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

/** Expects that a call goes to the address in the variable. */
const setsHost = (variable: string, host: 'accounts' | 'api' | 'web', operation: string) => async () => {
  const other = await createPaySimulator();
  try {
    const { pay } = await start({ [variable]: other.endpoints[host] });
    await (host === 'web' ? pay.webhooks.retrieveWebhookKey() : pay.payments.createOrder({ amount: 1000 }));
    expect(requestsOf(operation, other)).toBe(1);
    expect(requestsOf(operation)).toBe(0);
  } finally {
    await other.close();
  }
};

const source = { name: 'Web', domain: 'shop.example', isSecure: true, pathFail: 'fail', pathSuccess: 'ok' };
const unknownId = '00000000-0000-4000-8000-000000000000';
const forgery = (Amount: number): Buffer =>
  paymentBody(simulator, { orderCode: '1234567890123456', transactionId: unknownId }, { Amount });
const from = (address: string, { hook }: Shop, body: Buffer): Promise<number> =>
  post(hook, body, { 'x-forwarded-for': address }).then(({ status }) => status);
const keyOf = async ({ hook }: Shop): Promise<unknown> => (await fetch(hook)).json();

const createOrder: Call = ({ pay }) => pay.payments.createOrder({ amount: 1000 });
const readKey: Call = ({ pay }) => pay.webhooks.retrieveWebhookKey();
const readPlatformTransaction: Call = ({ marketplace }) =>
  marketplace.transactions.getTransactionById(randomUUID());
const readPlatformKey: Call = ({ marketplace }) => marketplace.webhooks.retrieveWebhookKey();
const readConnectedAccount: Call = ({ isv }) =>
  isv.connectedAccounts.getAccountDatas({ accountId: randomUUID() });
const connectMerchant = () => {
  const { account, sources } = simulator.connectedMerchants.connect();
  return { targetMerchantId: account.credentials.merchant.merchantId, sources };
};
const readConnectedOrder: Call = ({ isv }) => {
  const { targetMerchantId } = connectMerchant();
  return isv.payments.getOrder({ orderCode: '1234567890123456', targetMerchantId });
};
const terminalToken =
  (client: 'pay' | 'isv' | 'marketplace'): Call =>
  (started) =>
    started[client].getCloudTerminalAccessToken();

const cases: Record<string, () => Promise<void>> = {
  PAY_CLIENT_ID: authorizes('PAY_CLIENT_ID', createOrder),
  PAY_CLIENT_SECRET: authorizes('PAY_CLIENT_SECRET', createOrder),
  PAY_MERCHANT_ID: authorizes('PAY_MERCHANT_ID', readKey),
  PAY_API_KEY: authorizes('PAY_API_KEY', readKey),
  PAY_CLOUD_TERMINAL_CLIENT_ID: authorizes('PAY_CLOUD_TERMINAL_CLIENT_ID', terminalToken('pay')),
  PAY_CLOUD_TERMINAL_CLIENT_SECRET: authorizes('PAY_CLOUD_TERMINAL_CLIENT_SECRET', terminalToken('pay')),
  PAY_SOURCE_CODE: async () => {
    const { pay } = await start({ PAY_SOURCE_CODE: '4321' });
    expect(await pay.source.createSource(source)).toMatchObject({ success: true });
    expect(simulator.sources.find('4321')).toMatchObject({ name: 'Web' });
  },
  PAY_MARKETPLACE_CLIENT_ID: authorizes('PAY_MARKETPLACE_CLIENT_ID', readPlatformTransaction),
  PAY_MARKETPLACE_CLIENT_SECRET: authorizes('PAY_MARKETPLACE_CLIENT_SECRET', readPlatformTransaction),
  PAY_MARKETPLACE_MERCHANT_ID: authorizes('PAY_MARKETPLACE_MERCHANT_ID', readPlatformKey),
  PAY_MARKETPLACE_API_KEY: authorizes('PAY_MARKETPLACE_API_KEY', readPlatformKey),
  PAY_MARKETPLACE_CLOUD_TERMINAL_CLIENT_ID: authorizes(
    'PAY_MARKETPLACE_CLOUD_TERMINAL_CLIENT_ID',
    terminalToken('marketplace'),
  ),
  PAY_MARKETPLACE_CLOUD_TERMINAL_CLIENT_SECRET: authorizes(
    'PAY_MARKETPLACE_CLOUD_TERMINAL_CLIENT_SECRET',
    terminalToken('marketplace'),
  ),
  PAY_MARKETPLACE_SOURCE_CODE: async () => {
    const { marketplace } = await start({ ...everyClient(), PAY_MARKETPLACE_SOURCE_CODE: '5432' });
    expect(await marketplace.source.createSource(source)).toMatchObject({ success: true });
    expect(simulator.sources.find('5432')).toMatchObject({ name: 'Web' });
  },
  PAY_ISV_CLIENT_ID: authorizes('PAY_ISV_CLIENT_ID', readConnectedAccount),
  PAY_ISV_CLIENT_SECRET: authorizes('PAY_ISV_CLIENT_SECRET', readConnectedAccount),
  PAY_ISV_RESELLER_ID: authorizes('PAY_ISV_RESELLER_ID', readConnectedOrder),
  PAY_ISV_RESELLER_API_KEY: authorizes('PAY_ISV_RESELLER_API_KEY', readConnectedOrder),
  PAY_ISV_CLOUD_TERMINAL_CLIENT_ID: authorizes('PAY_ISV_CLOUD_TERMINAL_CLIENT_ID', terminalToken('isv')),
  PAY_ISV_CLOUD_TERMINAL_CLIENT_SECRET: authorizes(
    'PAY_ISV_CLOUD_TERMINAL_CLIENT_SECRET',
    terminalToken('isv'),
  ),
  PAY_ISV_SOURCE_CODE: async () => {
    const { isv } = await start({ ...everyClient(), PAY_ISV_SOURCE_CODE: '6543' });
    const { targetMerchantId, sources } = connectMerchant();
    expect(await isv.source.createSource({ ...source, targetMerchantId })).toMatchObject({ success: true });
    expect(sources.find('6543')).toMatchObject({ name: 'Web' });
  },

  PAY_DEV: async () => {
    expect((await start()).pay.dev).toBe(false);
    expect((await start({ PAY_DEV: 'true' })).pay.dev).toBe(true);
  },
  PAY_LOGS: async () => {
    for (const [PAY_LOGS, matcher] of [
      ['false', expect.not.stringContaining('payments.getOrder')],
      ['true', expect.stringContaining('payments.getOrder')],
    ] as const) {
      const { pay, logger } = await start({ PAY_LOGS });
      await pay.payments.getOrder('1234567890123456');
      expect(logger.text()).toEqual(matcher);
    }
  },
  PAY_TOKENS: async () => {
    const { pay } = await start({ PAY_TOKENS: 'shared' });
    for (let calls = 0; calls < 2; calls++) await pay.payments.createOrder({ amount: 1000 });
    expect(requestsOf('auth.getPayAccessToken')).toBe(1);
  },
  PAY_TIMEOUT_MS: async () => {
    const { pay } = await start({ PAY_TIMEOUT_MS: '200' });
    simulator.faults.add({ kind: 'delay', operation: 'payments.createOrder', ms: 'never' });
    const result = await pay.payments.createOrder({ amount: 1000 });
    expect(result).toMatchObject({ success: false, error: { outcome: 'unknown' } });
  },
  PAY_ATTEMPT_TIMEOUT_MS: async () => {
    const { pay } = await start({ PAY_ATTEMPT_TIMEOUT_MS: '500', PAY_MAX_RETRIES: '1' });
    simulator.faults.add({ kind: 'delay', operation: 'webhooks.retrieveWebhookKey', ms: 'never' });
    expect(await pay.webhooks.retrieveWebhookKey()).toMatchObject({ success: true });
  },
  PAY_CONNECT_TIMEOUT_MS: async () => {
    // The server accepts connections and never answers, so TLS is never established.
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { pay } = await start({
      PAY_CONNECT_TIMEOUT_MS: '200',
      PAY_TIMEOUT_MS: '25000',
      PAY_ENDPOINT_ACCOUNTS: url,
      PAY_ENDPOINT_API: url,
      PAY_ENDPOINT_WEB: url,
    });
    const started = performance.now();
    const result = await pay.webhooks.retrieveWebhookKey();
    expect(result).toMatchObject({ success: false, error: { outcome: 'not-sent' } });
    // The default is 5 seconds.
    expect(performance.now() - started).toBeLessThan(4_500);
    for (const socket of sockets) socket.destroy();
    silent.close();
  },
  PAY_MAX_RETRIES: async () => {
    for (const [PAY_MAX_RETRIES, success] of [
      ['0', false],
      ['1', true],
    ] as const) {
      const { pay } = await start({ PAY_MAX_RETRIES });
      simulator.faults.add({ kind: 'status', operation: 'webhooks.retrieveWebhookKey', status: 503 });
      expect(await pay.webhooks.retrieveWebhookKey()).toMatchObject({ success });
    }
  },
  PAY_ENDPOINT_ACCOUNTS: setsHost('PAY_ENDPOINT_ACCOUNTS', 'accounts', 'auth.getPayAccessToken'),
  PAY_ENDPOINT_API: setsHost('PAY_ENDPOINT_API', 'api', 'payments.createOrder'),
  PAY_ENDPOINT_WEB: setsHost('PAY_ENDPOINT_WEB', 'web', 'webhooks.retrieveWebhookKey'),

  PAY_WEBHOOK_CLIENT: async () => {
    const walletKey = await keyOf(await start(everyClient()));
    const isvKey = await keyOf(await start({ ...everyClient(), PAY_WEBHOOK_CLIENT: 'isv' }));
    expect(isvKey).toEqual({ key: expect.stringMatching(/^[0-9a-f]{40}$/i) });
    expect(isvKey).not.toEqual(walletKey);
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
  PAY_WEBHOOK_VERIFICATION_KEYS: async () => {
    expect(await keyOf(await start({ PAY_WEBHOOK_VERIFICATION_KEYS: 'a-key' }))).toEqual({ Key: 'a-key' });
  },
  PAY_WEBHOOK_SOURCE_CODES: async () => {
    const started = await start({ PAY_WEBHOOK_SOURCE_CODES: '9999' });
    const purchase = await buy(started, simulator);
    expect((await post(started.hook, paymentBody(simulator, purchase))).status).toBe(200);
    expect(started.counts()).toMatchObject({ handled: 0, otherRecipient: 1 });
  },
  PAY_WEBHOOK_MERCHANT_IDS: async () => {
    const started = await start({ PAY_WEBHOOK_MERCHANT_IDS: unknownId });
    const purchase = await buy(started, simulator);
    expect((await post(started.hook, paymentBody(simulator, purchase))).status).toBe(200);
    expect(started.counts()).toMatchObject({ handled: 0, otherRecipient: 1 });
  },
  PAY_WEBHOOK_CONFIRM: async () => {
    expect((await post((await start()).hook, forgery(1))).status).toBe(403);
    expect((await post((await start({ PAY_WEBHOOK_CONFIRM: 'false' })).hook, forgery(1))).status).toBe(200);
  },
  PAY_WEBHOOK_SOURCE_ADDRESSES: async () => {
    const { hook } = await start({ PAY_WEBHOOK_SOURCE_ADDRESSES: '192.0.2.0/24' });
    const answer = await post(hook, forgery(1));
    expect([answer.status, requestsOf('transactions.getTransactionById')]).toEqual([403, 0]);
  },
  PAY_WEBHOOK_TRUSTED_PROXIES: async () => {
    const started = await start({ PAY_WEBHOOK_TRUSTED_PROXIES: '127.0.0.1' });
    const body = paymentBody(simulator, await buy(started, simulator));
    expect([await from(UNKNOWN_SENDER, started, body), await from(SERVICE, started, body)]).toEqual([
      403, 200,
    ]);
  },
  PAY_WEBHOOK_MAX_BODY_BYTES: async () => {
    const { hook } = await start({ PAY_WEBHOOK_MAX_BODY_BYTES: '1024' });
    expect((await post(hook, `{"text":"${'x'.repeat(1024)}"}`)).status).toBe(413);
  },
  PAY_WEBHOOK_SERVICE_MAX_CONCURRENT: async () => {
    const started = await start({ ...OPEN, PAY_WEBHOOK_SERVICE_MAX_CONCURRENT: '1' });
    await expectOneAtATime(SERVICE, started);
  },
  PAY_WEBHOOK_UNKNOWN_MAX_CONCURRENT: async () => {
    const started = await start({ ...OPEN, PAY_WEBHOOK_UNKNOWN_MAX_CONCURRENT: '1' });
    await expectOneAtATime(UNKNOWN_SENDER, started);
  },
  PAY_WEBHOOK_SERVICE_READS_PER_MINUTE: async () => {
    const started = await start({ ...OPEN, PAY_WEBHOOK_SERVICE_READS_PER_MINUTE: '1' });
    const statuses = [await from(SERVICE, started, forgery(1)), await from(SERVICE, started, forgery(2))];
    expect(statuses).toEqual([403, 503]);
  },
  PAY_WEBHOOK_UNKNOWN_READS_PER_MINUTE: async () => {
    const started = await start({ ...OPEN, PAY_WEBHOOK_UNKNOWN_READS_PER_MINUTE: '1' });
    const statuses = [
      await from(UNKNOWN_SENDER, started, forgery(1)),
      await from(UNKNOWN_SENDER, started, forgery(2)),
    ];
    expect(statuses).toEqual([403, 503]);
  },
};

/** Expects that a second concurrent delivery is answered 503. */
async function expectOneAtATime(address: string, started: Shop): Promise<void> {
  const [first, second] = [await buy(started, simulator), await buy(started, simulator)];
  let finish = (): void => {};
  started.ledger.gate = new Promise<void>((resolve) => (finish = resolve));
  const answer = from(address, started, paymentBody(simulator, first));
  await until(() => requestsOf('transactions.getTransactionById') === 1);
  expect(await from(address, started, paymentBody(simulator, second))).toBe(503);
  finish();
  expect(await answer).toBe(200);
}

describe('each environment variable takes effect:', () => {
  it.each(Object.entries(cases))('%s', (_, check) => check());

  it('no other variable with the prefix PAY_ is read', () => {
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
    // Only commands use this variable.
    read.delete('PAY_WEBHOOK_URL');
    expect([...read].sort()).toEqual(Object.keys(cases).sort());
  });
});
