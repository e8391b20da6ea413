import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { closeSimulator, closeSimulators, startSimulator } from '../../testing/simulators.js';
import { until } from '../../testing/until.js';
import { WorldClient, type CreatedWorld } from '../../testing/world-client.js';

const folder = mkdtempSync(join(tmpdir(), 'worlds-records-'));

afterEach(async () => {
  await closeSimulators();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a snapshot', () => {
  it('continues in another world: its money, its merchants and its sellers belong to the account there', async () => {
    const simulator = await startSimulator();
    const first = simulator.createWorld({ clock: 'manual' });
    const payment = first.pay();
    first.trigger('transfer', { amount: 100 });
    first.connectedMerchants.connect().orders.create({ amount: 500 });
    await first.clock.advance('3 days');
    const balance = first.wallet.balance();
    const snapshot = first.snapshot();
    await first.close();

    const second = simulator.createWorld({ clock: 'manual' });
    second.restore(snapshot);
    expect(second.wallet.balance()).toBe(balance);
    expect(balance).not.toBe(simulator.createWorld().wallet.balance());
    expect(second.connectedMerchants.list()).toHaveLength(1);
    second.refund(payment.id);
    expect(second.wallet.balance()).toBeLessThan(balance);
    second.trigger('transfer', { amount: 100, accountId: second.sellers.list()[0]?.accountId });
    await second.clock.advance('3 days');
    expect(Object.values(second.ledger().totals)).toEqual([0n]);
  });

  it('gives each world IDs of its own', async () => {
    const simulator = await startSimulator();
    const prepared = simulator.createWorld().snapshot();
    const ids = [1, 2, 3].flatMap(() => {
      const world = simulator.createWorld();
      world.restore(prepared);
      const connected = world.connectedMerchants.connect().account.credentials.merchant.merchantId;
      return [connected, ...Array.from({ length: 50 }, () => world.pay().id)];
    });
    expect(new Set(ids).size).toBe(153);
  });

  it('gives the same IDs again in its own world', async () => {
    const world = (await startSimulator()).createWorld();
    const snapshot = world.snapshot();
    const ids = [1, 2].map(() => {
      world.restore(snapshot);
      return world.pay().id;
    });
    expect(ids[0]).toBe(ids[1]);
  });
});

describe('a seed', () => {
  it('gives the worlds of a simulator the same credentials and orders again', async () => {
    const seen = [];
    for (let run = 0; run < 2; run++) {
      const simulator = await startSimulator({ seed: 'nightly', now: new Date('2026-02-03T10:00:00Z') });
      const worlds = [simulator.createWorld(), simulator.createWorld({ id: 'a' })];
      seen.push(
        worlds.map((world) => [world.id, world.credentials, world.orders.create({ amount: 100 }).code]),
      );
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(JSON.stringify(seen[0]?.[0])).not.toBe(JSON.stringify(seen[0]?.[1]));
  });
});

describe('the data file', () => {
  it('has each of 50 worlds as it was when the process was killed', async () => {
    const dataFile = join(folder, 'killed.json');
    const first = await startSimulator({ dataFile });
    const worlds = Array.from({ length: 50 }, (_, index) => first.createWorld({ id: `w-${index}` }));
    const lengths: number[] = [];
    const counts: number[] = [];
    for (let round = 0; round < 200; round++) {
      worlds[(round * 7) % 50]?.pay();
      await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
      lengths.push(readFileSync(dataFile).length);
      counts.push(round + 1);
    }
    await closeSimulator(first);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 198 }),
        fc.integer({ min: 0, max: 500 }),
        async (at, more) => {
          const copy = join(folder, `copy-${at}-${more}.json`);
          copyFileSync(dataFile, copy);
          const length = Math.min((lengths[at] ?? 0) + more, (lengths[at + 1] ?? 0) - 1);
          truncateSync(copy, length);
          const again = await startSimulator({ dataFile: copy });
          const list = (await (await fetch(`${again.url}/_simulator/worlds`)).json()) as CreatedWorld[];
          expect(list).toHaveLength(51);
          let paid = 0;
          for (const { id } of list) {
            const state = await fetch(`${again.url}/_simulator/worlds/${id}/state`).then((one) => one.json());
            paid += (state as { transactions: number }).transactions;
          }
          expect(paid).toBe(counts[at]);
          await closeSimulator(again);
          rmSync(copy);
        },
      ),
      { numRuns: 5 },
    );
  });

  it('opens with a world that began at another time, whose control token stays', async () => {
    const options = { dataFile: join(folder, 'times.json'), controlToken: 'the-token-of-the-team' };
    const first = await startSimulator(options);
    const now = new Date('2026-03-01T10:00:00Z');
    const world = first.createWorld({ id: 'spring', clock: 'manual', now });
    const ended = first.createWorld({ id: 'ended' });
    await ended.close();
    await world.clock.advance(1_000);
    await closeSimulator(first);

    const second = await startSimulator(options);
    const again = second.createWorld({ id: 'ended' });
    const as = (token: string | undefined, id: string, path: string, method = 'GET') =>
      fetch(`${second.url}/_simulator/worlds/${id}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      });
    const clock = async () => (await as(world.controlToken, 'spring', '/clock')).json();
    expect(await clock()).toMatchObject({ now: '2026-03-01T10:00:01.000Z' });
    expect((await as(world.controlToken, 'ended', '/clock')).status).toBe(401);
    expect((await as(ended.controlToken, 'ended', '/clock')).status).toBe(401);
    expect((await as(again.controlToken, 'ended', '/clock')).status).toBe(200);
    await closeSimulator(second);

    const { url } = await startSimulator({ ...options, controlToken: 'another-token-of-the-team' });
    const refused = await fetch(`${url}/_simulator/worlds/spring/clock`, {
      headers: { authorization: `Bearer ${world.controlToken}` },
    });
    expect(refused.status).toBe(401);
    expect(readFileSync(options.dataFile, 'utf8')).not.toContain(world.controlToken);
  });

  it('of a version without worlds opens, and takes worlds', async () => {
    const dataFile = join(folder, 'earlier.json');
    const first = await startSimulator({ dataFile });
    const { id } = first.pay();
    await closeSimulator(first);
    const text = readFileSync(dataFile, 'utf8');
    const before = text
      .split('\n')
      .filter((line) => !line.includes('worldCount'))
      .join('\n');
    expect(before).not.toBe(text);
    writeFileSync(dataFile, before);
    const again = await startSimulator({ dataFile });
    expect(again.transactions.get(id).id).toBe(id);
    expect(again.createWorld().id).toBe('w1');
  });
});

describe('the terminals of a world', () => {
  it('take requests with the same ID as in another world, and their pages act on their own', async () => {
    const { url } = await startSimulator();
    const [one, other] = [await WorldClient.create(url), await WorldClient.create(url)];
    for (const client of [one, other])
      await client.control('POST', '/terminal-settings', { customer: 'waits' });
    const [terminal] = (await one.control('GET', '/terminals')).json as { terminalId: string }[];
    const id = terminal?.terminalId ?? '';
    const post = await fetch(`${one.world.terminals}/${id}/power`, {
      method: 'POST',
      headers: { origin: url },
      body: new URLSearchParams({ offline: 'true' }),
      redirect: 'manual',
    });
    const states = await Promise.all(
      [one, other].map(async (client) => {
        const list = (await client.control('GET', '/terminals')).json as {
          terminalId: string;
          offline: boolean;
        }[];
        return list.find(({ terminalId }) => terminalId === id)?.offline;
      }),
    );
    expect([post.status, states]).toEqual([303, [true, false]]);
    expect(post.headers.get('location')).toBe(`/worlds/${one.world.id}/terminal/${id}`);
  });
});

describe('a world that ended', () => {
  it('leaves no memory, timer or socket', async () => {
    const simulator = await startSimulator();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const references: WeakRef<object>[] = [];
    for (let count = 0; count < 20; count++) {
      const world = simulator.createWorld({ ttlSeconds: 600 });
      world.pay();
      world.trigger('payment-later', {});
      references.push(new WeakRef(world));
      await world.close();
    }
    // The engine keeps what a running loop has touched.
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    await until(() => {
      collect();
      return references.filter((reference) => reference.deref() !== undefined).length <= 1;
    });
    expect(timers()).toBeLessThanOrEqual(before);
  });
});
