// Measures how long healthy events wait beside events that end the process that handles them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { durableInbox } from 'nestjs-pay';
import { postgresStore } from 'nestjs-pay/postgres';
import { Pool } from 'pg';
import { serverUrl } from './inboxes.mjs';
import { deliveryOf } from './measure-inbox.mjs';

const PROCESSES = 3;
const EVENTS = 1_000;
const PER_SECOND = 20;
/** One event in this number ends its process. */
const ONE_IN = 100;
const RESPAWN_MS = 100;
const LIMIT_MS = 300_000;
let runs = 0;

/** A slice posts events at a steady rate. Its cost is the age in seconds at which 99 of 100 healthy events were handled. */
export async function openCrashes(_, node) {
  const url = await serverUrl();
  return { measure: () => measure(url, node) };
}

async function measure(url, node) {
  const schema = `crashes_${process.pid}_${runs++}`;
  const pool = new Pool({ connectionString: url, max: 4 });
  const store = postgresStore({ pool, schema });
  await store.migrate();
  await pool.query(`create table ${schema}.effects (id text, posted_at timestamptz, handled_at timestamptz)`);
  const receiver = durableInbox({ store, concurrency: 0, migrate: false });
  const stop = keepProcesses(node, { url, schema });
  try {
    let healthy = 0;
    const started = performance.now();
    for (let n = 0; n < EVENTS; n++) {
      await pause(Math.max(0, started + (n * 1000) / PER_SECOND - performance.now()));
      const delivery = deliveryOf(n, 0);
      delivery.event.data.postedAt = new Date().toISOString();
      delivery.event.data.endsProcess = n % ONE_IN === ONE_IN / 2;
      if (!delivery.event.data.endsProcess) healthy++;
      await receiver.receive(delivery);
    }
    return await untilHandled(pool, schema, healthy);
  } finally {
    await stop();
    await pool.query(`drop schema ${schema} cascade`);
    await pool.end();
  }
}

/** Waits until each healthy event was handled, once. Returns the age in seconds at which 99 of 100 were. */
async function untilHandled(pool, schema, healthy) {
  const endsAt = performance.now() + LIMIT_MS;
  for (;;) {
    const { rows } = await pool.query(
      `select count(*)::int as count, count(distinct id)::int as events,
         percentile_disc(0.99) within group (order by extract(epoch from handled_at - posted_at))::float8 as p99
       from ${schema}.effects`,
    );
    const [{ count, events, p99 }] = rows;
    if (count !== events) throw new Error('an event was handled twice');
    if (events === healthy) return p99;
    if (performance.now() > endsAt) throw new Error(`only ${events} of ${healthy} events were handled`);
    await pause(1_000);
  }
}

/** Runs processes, and restarts each one that ends. Returns a function that stops them. */
function keepProcesses(node, message) {
  const children = new Set();
  let isStopped = false;
  const spawn = () => {
    const child = fork(new URL('contestants/inbox.pay-crashing.mjs', import.meta.url), {
      execPath: node,
      // A process that boots while the run ends cannot reach its schema.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    children.add(child);
    child.send(message);
    child.once('exit', () => {
      children.delete(child);
      if (!isStopped) setTimeout(spawn, RESPAWN_MS);
    });
  };
  for (let n = 0; n < PROCESSES; n++) spawn();
  return async () => {
    isStopped = true;
    await Promise.all(
      [...children].map(async (child) => {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }),
    );
  };
}
