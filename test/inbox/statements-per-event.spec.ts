import { describe, expect, it } from '@jest/globals';
import { durableInbox } from 'nestjs-pay';
import type { PayDelivery } from 'nestjs-pay';
import { postgresStore } from 'nestjs-pay/postgres';
import { Pool } from 'pg';
import { newSchema, POSTGRES_URL } from '../stores/databases.js';
import { until } from '../until.js';
import { paymentDelivery, startOf, unused } from './manual-inbox.js';

const EVENTS = 800;

const delivery = (number: number): PayDelivery =>
  paymentDelivery(`event${1_000 + number}`, { OrderCode: String(1_000 + Math.floor(number / 4)) });

(POSTGRES_URL === undefined ? describe.skip : describe)('a durable inbox in PostgreSQL', () => {
  it('stores, claims and completes a backlog in batches', async () => {
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
    const deliveries = Array.from({ length: EVENTS }, (_, number) => delivery(number));
    await Promise.all(deliveries.map((one) => receiver.receive(one, unused)));
    const inbox = durableInbox({ store, concurrency: 8, migrate: false });
    const handled: string[] = [];
    let completed = 0;
    statements = 0;
    await inbox.start(startOf(({ key }) => handled.push(key), { handled: () => completed++ }));
    await until(() => completed === EVENTS);
    // A claim of events has four statements. Claims of deliveries, confirmations and completions have one.
    expect(statements / EVENTS).toBeLessThan(0.25);
    expect(handled).toHaveLength(EVENTS);
    await inbox.stop();
    await pool.query(`drop schema ${schema} cascade`);
    await pool.end();
  });
});
