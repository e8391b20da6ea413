import { existsSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { PaySubscription, PaySubscriptionsReport } from 'nestjs-pay/subscriptions';
import { createPaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../cards.js';
import { isFullSize } from '../full-size.js';
import { PAY } from '../packages.js';
import { createDatabase, POSTGRES_URL } from '../stores/databases.js';
import { BOOKS_TABLE, startWorkers } from './fleet.js';

/** Subscriptions that are due at the same time, and requests that the service accepts in a second. */
const [COUNT, RATE] = isFullSize ? [Number(process.env['PAY_TEST_SUBSCRIPTIONS'] ?? 50_000), 400] : [150, 60];
const START = Date.parse('2027-01-31T22:00:00Z');

const onEnd: (() => Promise<unknown> | void)[] = [];
afterAll(async () => {
  for (const close of onEnd.reverse()) await close();
});

/** Forwards requests to the simulator, and responds with 429 and `Retry-After` to those above the rate. */
async function limitRate(
  target: string,
): Promise<{ url: string; counts: { sent: number; limited: number } }> {
  const counts = { sent: 0, limited: 0 };
  let second = 0;
  let used = 0;
  const server = createServer((incoming, outgoing) => {
    const present = Math.floor(Date.now() / 1000);
    if (present !== second) [second, used] = [present, 0];
    if (++used > RATE) {
      counts.limited++;
      incoming.resume();
      outgoing.writeHead(429, { 'retry-after': '1' }).end();
      return;
    }
    counts.sent++;
    const { method, url: path, headers } = incoming;
    const forwarded = request(new URL(path ?? '', target), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onEnd.push(() => server.closeAllConnections());
  onEnd.push(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counts };
}

(existsSync(PAY.command) && POSTGRES_URL !== undefined ? describe : describe.skip)('midnight', () => {
  it(
    `charges ${COUNT} subscriptions that are due at the same time, and waits when the service limits the rate`,
    async () => {
      const simulator = await createPaySimulator({ clock: 'manual', seed: 'midnight', now: new Date(START) });
      onEnd.push(() => simulator.close());
      const { url: database, client } = await createDatabase(`midnight_${process.pid}`);
      onEnd.push(() => client.end());
      await client.query(BOOKS_TABLE);
      const { url, counts } = await limitRate(simulator.url);
      const through = (endpoint: string): string => endpoint.replace(new URL(simulator.url).origin, url);
      const { accounts, api, web } = simulator.endpoints;
      const endpoints = { accounts: through(accounts), api: through(api), web: through(web) };
      const [worker] = startWorkers(1, simulator, database, { endpoints, leaseMs: 30_000 });
      onEnd.push(() => worker?.stop());
      const options = { id: 'member-0', amount: 990, interval: 'month', timeZone: 'Europe/Athens' };
      const subscribed = await worker?.call<PaySubscription>({ call: 'subscribe', now: START, options });
      const order = new URL(subscribed?.result.checkoutUrl ?? '').searchParams.get('ref') ?? '';
      const pay = (code: string): [string, string] => {
        const paid = simulator.checkout.pay(code, GOOD_CARD);
        if (paid.kind !== 'approved') throw new Error(paid.kind);
        return [paid.transaction.id, code];
      };
      const first = pay(order);
      await worker?.call({ call: 'runDue', now: START + 120_000 });
      // The others are copies of the first one. Each has a card of its own, because its charges are looked up there.
      const cards = Array.from({ length: COUNT - 1 }, () =>
        pay(simulator.orders.create({ ...simulator.orders.get(order) }).code),
      );
      await client.query(
        `insert into pay.subscriptions (id, state, due_at, data)
         select 'member-' || n, state, due_at,
           replace(replace(replace(data, '"member-0"', '"member-' || n || '"'), $1, card), $2, code)
         from pay.subscriptions, unnest($3::text[], $4::text[]) with ordinality as cards (card, code, n)`,
        [...first, cards.map(([id]) => id), cards.map(([, code]) => code)],
      );
      const due = Date.parse('2027-02-28T22:00:00Z');
      await simulator.clock.advance(due - simulator.clock.now());
      const before = performance.now();
      const response = await worker?.call<PaySubscriptionsReport>({ call: 'runDue', now: due });
      const seconds = (performance.now() - before) / 1000;
      expect(response?.result).toMatchObject({ status: 'done', failed: 0 });
      // On a busy machine, a response may be lost. Later runs resolve it with the same key.
      let charged = response?.result.charged ?? 0;
      for (let hour = 0; hour < 5 && charged < COUNT; hour++) {
        await simulator.clock.advance('1 hour');
        const later = await worker?.call<PaySubscriptionsReport>({
          call: 'runDue',
          now: simulator.clock.now(),
        });
        charged += later?.result.charged ?? 0;
      }
      expect(charged).toBe(COUNT);
      const references = simulator.transactions
        .list()
        .flatMap(({ parentId, merchantTrns }) => (parentId ? [merchantTrns] : []));
      expect(new Set(references).size).toBe(COUNT);
      expect(references).toHaveLength(COUNT);
      if (isFullSize)
        process.stdout.write(
          `${COUNT} charges in ${seconds.toFixed(0)} s, ${JSON.stringify(counts)}, ${Math.round((response?.rss ?? 0) / 2 ** 20)} MiB\n`,
        );
      // Each limited second costs at most the requests that were on their way.
      expect(counts.limited).toBeLessThanOrEqual((seconds + 2) * 8);
    },
    isFullSize ? 1_800_000 : 120_000,
  );
});
