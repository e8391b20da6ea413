import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { durableInbox } from 'nestjs-pay';
import type { PayDelivery, PayDurableInbox } from 'nestjs-pay';
import { isFullSize } from '../full-size.js';
import { POSTGRES_URL } from '../stores/databases.js';
import { until } from '../until.js';
import { createDeferred } from './books.js';
import { startOf, unused } from './manual-inbox.js';
import type { InboxUnderTest } from './store-cases.js';
import { pgliteInboxes, postgresInboxes } from './stores.js';
import type { InboxDatabase } from './stores.js';
import { withTimes } from '../times.js';

const CONCURRENCY = 8;

/** A delivery of the order 1. Its content is different for each name. */
function delivery(name: string, sender: PayDelivery['sender'], key = name): PayDelivery {
  const event = { eventTypeId: 1796, messageId: name, data: { OrderCode: '1', TransactionId: key } };
  const origin = { endpoint: 'Hook.receive', account: null, client: 'wallet', source: 'webhook' };
  return { key, event, sender, signed: false, ...origin } as unknown as PayDelivery;
}

const nameOf = ({ event }: PayDelivery): string => event.messageId ?? '';

function cases<Tx>(start: () => InboxDatabase<Tx> | Promise<InboxDatabase<Tx>>, forged: number): void {
  let database: InboxDatabase<Tx>;
  let under: InboxUnderTest<Tx>;
  let inboxes: PayDurableInbox[];
  beforeAll(async () => {
    database = await start();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    under = await database.open();
    inboxes = [];
  });
  afterEach(async () => {
    await Promise.all(inboxes.map((inbox) => inbox.stop()));
    await under.close();
  });

  const open = (concurrency: number): PayDurableInbox => {
    const inbox = durableInbox(
      withTimes({ store: under.store, concurrency, migrate: false, pollMs: 20, drainMs: 1 }),
    );
    inboxes.push(inbox);
    return inbox;
  };

  it(`handles an event of the service at once beside ${forged} forged deliveries of its order, whose reads do not end`, async () => {
    const receiver = open(0);
    const names = Array.from({ length: forged }, (_, n) => `forged ${n}`);
    // Half of them name the transaction of the true event, too.
    const all = names.map((name, n) => delivery(name, 'unknown', n % 2 === 0 ? 'true' : name));
    await Promise.all(all.map((one) => receiver.receive(one, unused)));
    expect(await receiver.stats()).toMatchObject({ unconfirmed: forged / 2 + 1 });
    const reads: string[] = [];
    const handled: string[] = [];
    const inbox = open(CONCURRENCY);
    await inbox.start(
      startOf((one) => handled.push(nameOf(one)), {
        confirm: (one) => {
          reads.push(nameOf(one));
          if (one.sender === 'unknown') return new Promise(() => undefined);
          return Promise.resolve({ outcome: 'confirmed', delivery: one, isConfirmed: true });
        },
      }),
    );
    await until(() => reads.length > 0);
    // The forged delivery of its transaction may be one of those whose reads do not end.
    await inbox.receive(delivery('true', 'service'), unused);
    await until(() => handled.length > 0);
    expect(handled).toEqual(['true']);
    expect(reads.length).toBeLessThanOrEqual(CONCURRENCY);
    await until(async () => (await inbox.stats()).backlog === 0);
    expect(await inbox.receive(delivery('forged', 'unknown', 'true'), unused)).toBe('duplicate');
  });

  it('handles confirmed events of unknown senders once each, and one event of an order at a time', async () => {
    const inbox = open(CONCURRENCY);
    const reads = createDeferred();
    const handled: string[] = [];
    let running = 0;
    let most = 0;
    await inbox.start(
      startOf(
        async ({ key }) => {
          most = Math.max(most, ++running);
          await new Promise((resolve) => setImmediate(resolve));
          running--;
          handled.push(key);
        },
        {
          confirm: async (one) => {
            if (one.sender === 'unknown') await reads.promise;
            return { outcome: 'confirmed', delivery: one, isConfirmed: true };
          },
        },
      ),
    );
    for (const name of ['a', 'b'])
      for (const n of [1, 2]) await inbox.receive(delivery(`${name}${n}`, 'unknown', name), unused);
    await inbox.receive(delivery('d', 'service'), unused);
    await until(() => handled.includes('d'));
    expect(handled).toEqual(['d']);
    reads.resolve();
    await until(async () => (await inbox.stats()).unconfirmed + (await inbox.stats()).backlog === 0);
    expect(handled.toSorted()).toEqual(['a', 'b', 'd']);
    expect(most).toBe(1);
  });
}

describe('unknown senders, with a durable inbox in PGlite', () => cases(pgliteInboxes, 400));

(POSTGRES_URL === undefined ? describe.skip : describe)(
  'unknown senders, with a durable inbox in PostgreSQL',
  () => cases(postgresInboxes, isFullSize ? 10_000 : 1_000),
);
