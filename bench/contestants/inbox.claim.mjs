// A claim of ten due events from PostgreSQL, beside the number of rows in the first argument: they wait for another attempt, unconfirmed.
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
  if (rows > 0) await fill(pool, schema, store);
  process.on('message', async (claims) => {
    let milliseconds = 0;
    for (let at = 0; at < claims; at++) {
      await addDue(store, DUE);
      const started = performance.now();
      const claimed = await store.claim(claim);
      milliseconds += performance.now() - started;
      if (claimed.length !== DUE) throw new Error(`a claim returned ${claimed.length} events`);
      await Promise.all(claimed.map((lease) => store.complete(lease)));
    }
    process.send(milliseconds / claims);
  });
  process.send('ready');
});

function addDue(store, count) {
  const entries = Array.from({ length: count }, () => {
    const delivery = deliveryOf(order++, 0);
    return { delivery, key: delivery.key, fingerprint: delivery.key, orderingKey: `order-${order}` };
  });
  return Promise.all(entries.map((entry) => store.add(entry)));
}

/** Fails an event as unconfirmed, and copies its row. */
async function fill(pool, schema, store) {
  await addDue(store, 1);
  const [lease] = await store.claim(claim);
  const retry = {
    error: 'unconfirmed',
    retryInMs: 86_400_000,
    blocksLaterEntries: false,
    countsAs: 'unconfirmed',
  };
  await store.fail(lease, retry);
  const { rows: columns } = await pool.query(
    `select column_name as name from information_schema.columns
     where table_schema = $1 and table_name = 'inbox_entries' and column_name <> 'id'`,
    [schema],
  );
  const names = columns.map(({ name }) => name).join(', ');
  const copied = names.replace(/\b(entry_key|fingerprint|ordering_key)\b/g, "$1 || '-' || n");
  await pool.query(
    `insert into ${schema}.inbox_entries (${names})
     select ${copied} from ${schema}.inbox_entries, generate_series(2, $1::int) n`,
    [rows],
  );
  await pool.query(`analyze ${schema}.inbox_entries`);
}
