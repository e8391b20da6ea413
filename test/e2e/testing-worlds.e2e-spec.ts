// PayTestingModule gives each application a world: in the simulator of its process, or in a running one.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Injectable, Logger, Module } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { durableInbox, OnPayEvent, payConfig, PayEventType, PayModule, PayWallet, unwrap } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { PayTestingModule, PayTestSimulator, PayTestWorld } from 'nestjs-pay/testing';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { emptyInboxStores } from '../inbox/stores.js';
import { until } from '../until.js';
import { RecordingLogger } from './nest-app.js';

@Injectable()
class Shop {
  readonly paid: string[] = [];
  onPaid: () => unknown = () => undefined;

  constructor(readonly pay: PayWallet) {}

  async checkout(): Promise<string> {
    return unwrap(await this.pay.payments.createOrder({ amount: 2450 })).orderCodeText;
  }

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  async paidOrder({ data }: ReceivedPayEvent<typeof PayEventType.TransactionPaymentCreated>): Promise<void> {
    await this.onPaid();
    this.paid.push(data.OrderCodeText);
  }
}

const emptyStore = emptyInboxStores();
type RootOptions = NonNullable<Parameters<typeof PayTestingModule.forRoot>[0]>;

const apps: INestApplication[] = [];
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const start = (options: RootOptions = {}) =>
  startWith(PayTestingModule.forRoot({ webhooks: { path: 'pay/webhook' }, ...options }));

async function startWith(...imports: NonNullable<Parameters<typeof Test.createTestingModule>[0]['imports']>) {
  const module = await Test.createTestingModule({ imports, providers: [Shop] })
    .setLogger(new RecordingLogger())
    .compile();
  const app = module.createNestApplication({ rawBody: true, logger: false });
  apps.push(app);
  await app.init();
  return {
    app,
    shop: app.get(Shop),
    simulator: app.get(PayTestSimulator),
    world: app.get(PayTestWorld),
  };
}

async function running(options: Parameters<typeof createPaySimulator>[0] = {}): Promise<PaySimulator> {
  const simulator = await createPaySimulator(options);
  cleanups.push(() => simulator.close());
  return simulator;
}

const worldsOf = async (
  simulator: PaySimulator,
  token = '',
): Promise<{ id: string; endsAt: string | null }[]> => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${simulator.url}/_simulator/worlds`, { headers })).json() as never;
};

describe('a world in the simulator of this process', () => {
  it('shows no application what another one does', async () => {
    const [one, other] = [await start(), await start({ simulator: { clock: 'manual' } })];
    expect(one.simulator.url).toBe(other.simulator.url);
    expect(one.simulator.credentials.merchant).not.toEqual(other.simulator.credentials.merchant);

    const [code, otherCode] = [await one.shop.checkout(), await other.shop.checkout()];
    one.simulator.faults.add({ operation: 'payments.createOrder', kind: 'status', status: 503, times: 9 });
    await other.shop.checkout();
    one.simulator.pay(code);
    expect(() => one.simulator.pay(otherCode)).toThrow('was not found');
    const before = one.simulator.clock.now();
    await other.simulator.clock.advance('31 days');
    expect(one.simulator.clock.now() - before).toBeLessThan(86_400_000);
    await one.simulator.settled();
    expect([one.shop.paid, other.shop.paid]).toEqual([[code], []]);
    expect(other.simulator.transactions.list()).toEqual([]);
    expect(one.simulator.requests().every(({ path }) => !path.includes(otherCode))).toBe(true);
  });

  it('ends with its application, and leaves the world of another', async () => {
    const [one, other] = [await start(), await start()];
    const extra = one.simulator.createWorld();
    await one.app.close();
    const code = await other.shop.checkout();
    other.simulator.pay(code);
    await other.simulator.settled();
    expect(other.shop.paid).toEqual([code]);
    expect((await worldsOf(other.simulator)).map(({ id }) => id)).toEqual(['default', other.simulator.id]);
    expect(extra.id).not.toBe(other.simulator.id);
  });

  it('is in the simulator of the application before it, which closes when no application follows', async () => {
    const first = await start();
    const { url } = first.simulator;
    await first.app.close();
    const second = await start();
    expect(second.simulator.url).toBe(url);
    expect(second.simulator.id).not.toBe(first.simulator.id);
    // A test may close it, too.
    const third = await start();
    await second.simulator.close();
    await second.app.close();
    await third.shop.checkout();
    await third.app.close();
    await until(() =>
      fetch(url).then(
        () => false,
        () => true,
      ),
    );
    expect((await start()).simulator.url).not.toBe(url);
  });

  it('has a control API, whose address is `control`', async () => {
    const { shop, simulator, world } = await start();
    const code = await shop.checkout();
    await fetch(`${simulator.control}/trigger/payment`, { method: 'POST' });
    expect(simulator.control).toBe(`${simulator.url}/_simulator/worlds/${simulator.id}`);
    await world.call('POST', '/trigger/payment', { orderCode: code });
    await world.settled();
    expect(shop.paid).toContain(code);
    expect(await world.call<unknown[]>('GET', '/transactions')).toHaveLength(2);
    await expect(world.call('POST', '/trigger/payment', { orderCode: code })).rejects.toThrow(
      /rejected POST \/trigger\/payment with \d+: /,
    );
  });

  it.each([
    ['seed', { seed: 'one' }],
    ['credentials', { merchant: { credentials: undefined } }],
  ])('is a simulator of its own with options of a whole simulator: %s', async (_, options) => {
    const shared = await start();
    const { shop, simulator } = await start({ simulator: options });
    expect(simulator.url).not.toBe(shared.simulator.url);
    expect(simulator.id).toBe('default');
    const code = await shop.checkout();
    simulator.pay(code);
    await simulator.settled();
    expect(shop.paid).toEqual([code]);
  });

  it('names a wrong option', async () => {
    await expect(start({ simulator: { clock: 'slow' as never } })).rejects.toThrow(/^clock: expected/);
    await expect(start({ simulator: { colour: 'red' } as never })).rejects.toThrow(/^colour: expected/);
    const { simulator } = await start();
    expect(simulator.id).toMatch(/^w\d+$/);
  });
});

describe('a world in a running simulator', () => {
  let simulator: PaySimulator;
  beforeEach(async () => {
    simulator = await running();
  });

  it.each([
    ['inline', undefined],
    ['durable', () => durableInbox({ store: emptyStore() })],
  ])('runs an application, and ends with it: %s', async (_, inbox) => {
    const url = simulator.url;
    const webhooks = { path: 'pay/webhook', ...(inbox && { inbox: inbox() }) };
    const { app, shop, world } = await start({ webhooks, simulator: { url, clock: 'manual' } });
    const other = await start({ simulator: { url } });
    const code = await shop.checkout();
    let gifts = 2;
    shop.onPaid = async () => {
      if (gifts-- > 0) await world.call('POST', '/trigger/payment', { orderCode: await shop.checkout() });
    };
    await world.call('POST', '/trigger/payment', { orderCode: code });
    await world.settled();
    expect(shop.paid).toHaveLength(3);
    expect(shop.paid).toContain(code);
    expect(other.shop.paid).toEqual([]);
    expect(simulator.orders.list()).toEqual([]);
    expect((await worldsOf(simulator)).map(({ endsAt }) => endsAt === null)).toEqual([true, false, false]);
    await app.close();
    expect((await worldsOf(simulator)).map(({ id }) => id)).toEqual(['default', other.world.id]);
  });

  it('works with the configuration of an application, and says which simulator it uses', async () => {
    @Module({
      imports: [
        PayModule.forRootAsync({ isGlobal: true, config: payConfig, webhooks: { path: 'pay/webhook' } }),
      ],
    })
    class AppModule {}
    const log = jest.spyOn(Logger.prototype, 'log').mockReturnValue();
    cleanups.push(() => log.mockRestore());
    const testing = PayTestingModule.forApp({
      simulator: { url: simulator.url, ttlSeconds: 60 },
    });
    const { shop, world } = await startWith(AppModule, testing);
    expect(log.mock.calls).toContainEqual([
      `Uses the world ${world.id} of the simulator at ${simulator.url}: ${world.console}`,
    ]);
    expect(process.env['PAY_CLIENT_ID']).toBe(world.credentials.merchant.clientId);
    const code = await shop.checkout();
    await world.call('POST', '/trigger/payment', { orderCode: code });
    await world.settled();
    expect(shop.paid).toEqual([code]);
  });

  it("registers an ISV's webhook, as in the simulator of this process", async () => {
    const webhooks = { client: 'isv', path: 'isv/webhook' } as const;
    const listed = async (url?: string) => {
      const { world } = await start({ wallet: {}, isv: {}, webhooks, simulator: { url } });
      const all = await world.call<{ eventTypeId: number }[]>('GET', '/isv-webhooks');
      return all.map(({ eventTypeId }) => eventTypeId);
    };
    expect(await listed(simulator.url)).toEqual([PayEventType.TransactionPaymentCreated]);
    expect(await listed('')).toEqual([PayEventType.TransactionPaymentCreated]);
  });

  it('uses the token of its world only, after it was created', async () => {
    const controlToken = 'a-control-token-of-a-team';
    const guarded = await running({ controlToken });
    await expect(start({ simulator: { url: guarded.url } })).rejects.toThrow(
      /rejected POST \/worlds with 401: The control token is missing or wrong/,
    );
    const { app, shop, world } = await start({ simulator: { url: guarded.url, controlToken } });
    expect(world.controlToken).not.toBe(controlToken);
    const code = await shop.checkout();
    await world.call('POST', '/trigger/payment', { orderCode: code });
    await world.settled();
    expect(shop.paid).toEqual([code]);
    await app.close();
    expect(await worldsOf(guarded, controlToken)).toHaveLength(1);
  });

  it('reports a delivery that the application refused, and one that gets no response', async () => {
    const { shop, world } = await start({ simulator: { url: simulator.url } });
    await world.call('POST', '/deliveries/chances', { drop: 1 });
    await world.call('POST', '/trigger/payment', { orderCode: await shop.checkout() });
    await expect(world.settled()).rejects.toThrow(/^settled\(\): event 1796 .*the simulator dropped it$/);
    await world.settled();
    await world.call('POST', '/deliveries/chances', {});
    let finish = (): void => undefined;
    shop.onPaid = () => new Promise<void>((resolve) => (finish = resolve));
    await world.call('POST', '/trigger/payment', { orderCode: await shop.checkout() });
    await expect(world.settled({ timeoutMs: 200 })).rejects.toThrow(
      /^settled\(\) waited 200 ms: .*still handling/,
    );
    finish();
    await world.settled();
    expect(shop.paid).toHaveLength(1);
  });

  it('offers no synchronous member, and says what to use', async () => {
    const [remote, local] = [await start({ simulator: { url: simulator.url } }), await start()];
    const account = [
      'id',
      'url',
      'console',
      'control',
      'controlToken',
      'credentials',
      'endpoints',
      'environment',
    ];
    const members = Object.keys(local.simulator).filter((name) => !account.includes(name));
    expect(members.length).toBeGreaterThan(25);
    for (const name of members)
      expect(() => remote.simulator[name as keyof PayTestSimulator]).toThrow(
        `simulator.${name} is synchronous and works only for a simulator in the process of the test. Use app.get(PayTestWorld)`,
      );
    expect(remote.simulator.credentials).toEqual(remote.world.credentials);
    await remote.simulator.settled();
  });

  it('takes options of a world only', async () => {
    await expect(start({ simulator: { url: simulator.url, strict: true } })).rejects.toThrow(
      /rejected POST \/worlds with 400: strict: /,
    );
  });

  it('is left to its time if the simulator ends first', async () => {
    const { app } = await start({ simulator: { url: simulator.url } });
    await simulator.close();
    await app.close();
  });

  it('says that no simulator is running', async () => {
    await simulator.close();
    await expect(start({ simulator: { url: simulator.url } })).rejects.toThrow(
      `No simulator is running at ${simulator.url}. Start one with "npx pay-simulator", or remove simulator.url of PayTestingModule`,
    );
  });

  it('says that another server is running', async () => {
    const server = createServer((_, response) => response.writeHead(404).end('<html>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(start({ simulator: { url } })).rejects.toThrow(
      `The server at ${url} is not a simulator of this version: POST /worlds got 404`,
    );
  });

  it.each(['127.0.0.1:4010', 'http://127.0.0.1:4010/_simulator', 'ftp://127.0.0.1/'])(
    'needs an address: %j',
    async (url) => {
      await expect(start({ simulator: { url } })).rejects.toThrow(
        `simulator.url must be the address of a running simulator without a path, for example "http://127.0.0.1:4010" (received ${JSON.stringify(url)})`,
      );
    },
  );

  it('shows no password of the address', async () => {
    const url = 'http://team:the-password@127.0.0.1:4010';
    await expect(start({ simulator: { url } })).rejects.toThrow(
      'simulator.url must be the address of a running simulator without a path, for example "http://127.0.0.1:4010" (received "http://[hidden]@127.0.0.1:4010")',
    );
  });
});
