import { describe, expect, it } from '@jest/globals';
import { durableInbox } from 'nestjs-pay';
import type { PayDelivery } from 'nestjs-pay';
import { postgresStore } from 'nestjs-pay/postgres';
import { Pool } from 'pg';
import { newSchema, POSTGRES_URL } from '../stores/databases.js';
import { until } from '../until.js';

const EVENTS = 800;

const delivery = (number: number): PayDelivery =>
  ({
    key: `event${1_000 + number}`,
    endpoint: 'Hook.receive',
    account: null,
    client: 'wallet',
    signed: false,
    source: 'webhook',
    event: { eventTypeId: 1796, data: { OrderCode: String(1_000 + Math.floor(number / 4)) } },
  }) as unknown as PayDelivery;

(POSTGRES_URL === undefined ? describe.skip : describe)('a durable inbox in PostgreSQL', () => {
  it('stores, claims and completes a backlog in batches, in the order of each payment', async () => {
    const pool = new Pool({ connectionString: POSTGRES_URL, max: 4 });
    let statements = 0;
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...values: unknown[]) => unknown;
      client.query = ((...values: unknown[]) => {
        statements++;
        return query(...values);
      }) as typeof client.query;
    });
    const schema = newSchema();
    const store = postgresStore({ pool, schema });
    await store.migrate();
    const receiver = durableInbox({ store, concurrency: 0, migrate: false });
    const ignore = () => Promise.reject(new Error('unused'));
    const deliveries = Array.from({ length: EVENTS }, (_, number) => delivery(number));
    await Promise.all(deliveries.map((one) => receiver.receive(one, ignore)));
    const inbox = durableInbox({ store, concurrency: 8, migrate: false });
    const handled: string[] = [];
    let completed = 0;
    statements = 0;
    await inbox.start({
      logger: { error: () => undefined },
      process: ({ key }) =>
        Promise.resolve({
          needsTransaction: false,
          run: () => Promise.resolve(void handled.push(key)),
          handled: () => completed++,
        }),
    });
    await until(() => completed === EVENTS);
    // A claim has four statements, and a completion one. Both commit once.
    expect(statements / EVENTS).toBeLessThan(0.2);
    const orderOf = (key: string): number => Math.floor((Number(key.slice(5)) - 1_000) / 4);
    for (let order = 0; order < EVENTS / 4; order++)
      expect(handled.filter((key) => orderOf(key) === order)).toEqual(
        [0, 1, 2, 3].map((place) => `event${1_000 + 4 * order + place}`),
      );
    await inbox.stop();
    await pool.query(`drop schema ${schema} cascade`);
    await pool.end();
  }, 30_000);
});
