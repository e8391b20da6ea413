// Measures an inbox with a given number of deliveries on a given server.
import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';

/** Creates a delivery as the webhook stores it, of a realistic size. */
export function deliveryOf(order, at) {
  const id = randomUUID();
  const data = {
    TransactionId: id,
    OrderCode: 10 ** 15 + order,
    OrderCodeText: String(10 ** 15 + order),
    Amount: 10.5,
    StatusId: 'F',
    CurrencyCode: '978',
    TransactionTypeId: 5,
    At: at,
    Email: 'john@example.com',
    FullName: 'John Doe',
    CardNumber: '414746******0133',
    MerchantTrns: 'order-77',
    CustomerTrns: '2 tickets',
    CardIssuingBank: 'NET_VISA',
    CardCountryCode: 'GR',
    ReferenceNumber: 362590,
    Tags: [],
    TotalFee: 0.12,
  };
  const event = { eventTypeId: 1796, name: 'TransactionPaymentCreated', messageId: id, data };
  return {
    key: `HookController.receive||wallet|1796|${id}`,
    endpoint: 'HookController.receive',
    account: null,
    client: 'wallet',
    signed: false,
    source: 'webhook',
    event,
  };
}

/**
 * @param open Opens the inbox to measure: `{ run(deliveries, inFlight), close() }`.
 * @param connect Connects to the server. What it returns is passed to `open`. `end` closes the connection.
 */
export function measureInbox(open, connect = connectPostgres) {
  process.once('message', async ({ url, calls, inFlight }) => {
    const connection = await connect(url);
    const contestant = await open(connection);
    const make = (count) => Array.from({ length: count }, (_, index) => deliveryOf(index >> 2, index & 3));
    await contestant.run(make(500), inFlight);
    const deliveries = make(calls);
    const cpu = process.cpuUsage();
    const started = performance.now();
    await contestant.run(deliveries, inFlight);
    const milliseconds = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    await contestant.close?.();
    await connection.end?.();
    process.send({ cpuMicroseconds: user + system, milliseconds });
  });
}

/** Opens a pool with an empty schema. */
async function connectPostgres(url) {
  const pool = new Pool({ connectionString: url, max: 20 });
  const schema = `bench_${process.pid}`;
  await pool.query(`create schema ${schema}`);
  const end = async () => {
    await pool.query(`drop schema ${schema} cascade`);
    await pool.end();
  };
  return { pool, schema, end };
}

/** Names the socket of a Redis server and an empty queue. */
export const connectRedis = (path) => ({ connection: { path }, queueName: `bench-${process.pid}` });

/** Calls `receive` for each delivery, with at most `inFlight` calls at a time. */
export async function runInFlight(deliveries, inFlight, receive) {
  let next = 0;
  const worker = async () => {
    while (next < deliveries.length) await receive(deliveries[next++]);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}
