// A claim of ten due events from PostgreSQL, beside the number of rows in the first argument: half of them are events that wait for
// another attempt, and half are forged deliveries.
import { postgresStore } from 'nestjs-pay/postgres';
import { Pool } from 'pg';
import { deliveryOf } from '../measure-inbox.mjs';

const DUE = 10;
const rows = Number(process.argv[2]);
const claim = { worker: 'bench', limit: DUE, leaseMs: 60_000 };
let order = 0;

process.on('disconnect', () => process.exit());
process.once('message', async ({ url }) => {
  const pool = new Pool({ connectionString: url });
  pool.on('error', () => undefined);
  const schema = `claim_${process.pid}`;
  await pool.query(`create schema ${schema}`);
  const store = postgresStore({ pool, schema });
  await store.migrate();
  if (rows > 0) await fill(pool, schema);
  process.on('message', async (claims) => {
    let milliseconds = 0;
    for (let at = 0; at < claims; at++) {
      await addDue(store, DUE);
      const started = performance.now();
      const claimed = await store.claimEvents(claim);
      milliseconds += performance.now() - started;
      if (claimed.length !== DUE) throw new Error(`a claim returned ${claimed.length} events`);
      await Promise.all(claimed.map((lease) => store.complete(lease)));
    }
    process.send(milliseconds / claims);
  });
  process.send('ready');
});

async function addDue(store, count) {
  const deliveries = Array.from({ length: count }, () => deliveryOf(order++, 0));
  await Promise.all(deliveries.map((delivery) => store.addDelivery({ delivery, sender: 'service' })));
  const claimed = await store.claimDeliveries('service', count, 60_000);
  await Promise.all(
    claimed.map((one, n) =>
      store.confirm(one, { delivery: one.delivery, orderingKey: `order-${order}-${n}`, confirmed: true }),
    ),
  );
}

async function fill(pool, schema) {
  const text = JSON.stringify(deliveryOf(order++, 0));
  await pool.query(
    `insert into ${schema}.inbox_events (event_key, ordering_key, confirmed, delivery, attempts, due_at, received_at)
     select 'waits-' || n, 'waits-' || n, true, $2, 1, now() + interval '1 day', now() from generate_series(1, $1::int / 2) n`,
    [rows, text],
  );
  await pool.query(
    `insert into ${schema}.inbox_deliveries (delivery_key, sender, delivery, due_at, received_at)
     select 'forged-' || n, 'unknown', $2, now(), now() from generate_series(1, $1::int / 2) n`,
    [rows, text],
  );
  await pool.query(`analyze ${schema}.inbox_events`);
  await pool.query(`analyze ${schema}.inbox_deliveries`);
}
