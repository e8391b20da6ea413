import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { GOOD_CARD, Merchant } from '../../testing/merchant.js';
import { until } from '../../testing/until.js';
import { createPaySimulator, type PaySimulatorOptions } from '../index.js';

const HAS_IPV6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

describe('createPaySimulator', () => {
  it.each([
    [{ host: 'http://0.0.0.0' }, 'host'],
    [{ host: '' }, 'host'],
    [{ allowHosts: 'shop.test' }, 'allowHosts'],
    [{ allowHosts: ['shop.test', 'http://shop.test'] }, 'allowHosts\\[1\\]'],
    [{ controlToken: 'short' }, 'controlToken'],
    [{ publicUrl: 'simulator:4010' }, 'publicUrl'],
    [{ port: -1 }, 'port'],
    [{ port: 1.5 }, 'port'],
    [{ successUrl: '/success' }, 'successUrl'],
    [{ failureUrl: 'javascript:alert(1)' }, 'failureUrl'],
    [{ clock: 'fast' }, 'clock'],
    [{ orderCodes: 'big' }, 'orderCodes'],
    [{ strict: 'yes' }, 'strict'],
    [{ mark: 1 }, 'mark'],
    [{ businessDays: 'target' }, 'businessDays'],
    [{ businessDays: { holidays: '2026-10-28' } }, 'businessDays'],
    [{ businessDays: { holidays: ['2026-10-28', '28.10.2026'] } }, 'businessDays.holidays\\[1\\]'],
    [{ sead: '1' }, 'sead'],
  ])('rejects %j', async (options, name) => {
    await expect(createPaySimulator(options as PaySimulatorOptions)).rejects.toThrow(
      new RegExp(`^${name}: expected`),
    );
  });

  it('rejects when the port is in use', async () => {
    const simulator = await createPaySimulator();
    const port = Number(new URL(simulator.url).port);
    await expect(createPaySimulator({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await simulator.close();
  });

  it.each([
    [true, 2],
    [false, 0],
  ])('keeps the process alive by its server and its connections: %j', async (keepAlive, expected) => {
    const tcpHandles = () => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length;
    await until(() => tcpHandles() === 0);
    const simulator = await createPaySimulator({ keepAlive });
    const client = connect(Number(new URL(simulator.url).port), '127.0.0.1');
    client.write('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await once(client, 'data');
    client.unref();
    expect(tcpHandles()).toBe(expected);
    client.destroy();
    await simulator.close();
  });

  it('generates the same IDs for the same seed, and different IDs without a seed', async () => {
    const firstCode = async (options: PaySimulatorOptions) => {
      const merchant = await Merchant.start(options);
      const code = await merchant.order();
      await merchant.simulator.close();
      return code;
    };
    expect(await firstCode({ seed: 'a' })).toBe(await firstCode({ seed: 'a' }));
    expect(await firstCode({ seed: undefined })).not.toBe(await firstCode({ seed: undefined }));
  });

  it('keeps its credentials across restarts, accepts custom ones, and never shows them in the state', async () => {
    const [one, two] = await Promise.all([
      createPaySimulator(),
      createPaySimulator({
        merchant: { credentials: { dataServices: { clientId: 'mine', clientSecret: 'my-secret' } } },
      }),
    ]);
    expect(two.credentials.merchant).toEqual(one.credentials.merchant);
    expect(two.credentials.dataServices).toEqual({ clientId: 'mine', clientSecret: 'my-secret' });
    for (const path of [
      'state',
      'orders',
      'webhooks',
      'deliveries',
      'ledger',
      'requests',
      'sources',
      'permissions',
      'clock',
    ]) {
      const text = await (await fetch(`${one.url}/_simulator/${path}`)).text();
      for (const secret of [one.credentials.merchant.apikey, one.credentials.merchant.clientSecret])
        expect(text).not.toContain(secret);
    }
    await Promise.all([one.close(), two.close()]);
  });

  it('closes immediately with an open connection and a planned retry', async () => {
    const merchant = await Merchant.start({ clock: 'ticking', now: undefined });
    merchant.simulator.faults.add({ operation: '*', kind: 'delay', ms: 'never' });
    const waiting = merchant.web('GET', '/api/messages/config/token');
    const lost = expect(waiting).rejects.toThrow();
    await until(() => merchant.simulator.requests().length > 0);
    await merchant.simulator.close();
    await lost;
  });

  (HAS_IPV6 ? it : it.skip)('listens on the IPv6 loopback address', async () => {
    const simulator = await createPaySimulator({ host: '::1' });
    expect((await fetch(`${simulator.url}/_simulator/clock`)).status).toBe(200);
    await simulator.close();
  });

  it('supports destructured members, before and after a reset', async () => {
    const merchant = await Merchant.start();
    const { reset, orders, checkout, clock } = merchant.simulator;
    checkout.pay(await merchant.order(), GOOD_CARD);
    await clock.advance(1000);
    reset();
    expect(orders.list()).toEqual([]);
    expect(clock.now()).toBe(Date.parse('2026-02-03T10:00:00Z'));
    expect(checkout.pay(await merchant.order(), GOOD_CARD).kind).toBe('approved');
    await merchant.simulator.close();
  });
});
