// Measures a simulator with 10,000 orders: its start with a data file, its memory, and each page of the console.
// Run it with `node bench/console.mjs`, after `npm run build`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createPaySimulator } from 'pay-simulator';

const ORDERS = 10_000;
const REQUESTS = 9;
const COMMAND = join(import.meta.dirname, '../libs/pay-simulator/dist/esm/pay-simulator.js');
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/** Creates paid orders with a delivery each, a tenth of them refunded. */
async function fill(dataFile) {
  const simulator = await createPaySimulator({ dataFile, clock: 'manual' });
  const { endpoints, credentials, webhooks, deliveries } = simulator;
  const { merchantId, apikey } = credentials.merchant;
  const authorization = `Basic ${Buffer.from(`${merchantId}:${apikey}`).toString('base64')}`;
  const token = await fetch(`${endpoints.web}/api/messages/config/token`, { headers: { authorization } });
  const key = await token.text();
  const receiver = createServer((request, response) => response.end(request.method === 'GET' ? key : ''));
  await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  await webhooks.register({ url: `http://127.0.0.1:${receiver.address().port}/`, eventTypeIds: [1796] });
  for (let order = 0; order < ORDERS; order++) {
    const { id } = simulator.pay(undefined, { merchantTrns: `reference ${order}` });
    if (order % 10 === 0) simulator.refund(id, { amount: 100 });
    if (order % 100 === 0) await deliveries.settled();
  }
  await deliveries.settled();
  const { code } = simulator.orders.list()[ORDERS / 2];
  await simulator.close();
  receiver.close();
  return code;
}

/** Starts the command. @returns Its address, and milliseconds until it prints it, because it listens then. */
async function start(dataFile) {
  const startedAt = performance.now();
  const args = [COMMAND, '--port', '0', '--data-file', dataFile];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, url: /http:\S+/.exec(line)[0], startMs: performance.now() - startedAt };
}

async function stop(child) {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
}

async function measurePage(url, path) {
  const times = [];
  for (let request = 0; request < REQUESTS; request++) {
    const startedAt = performance.now();
    const response = await fetch(url + path);
    await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  return { 'first request': `${times[0].toFixed(0)} ms`, median: `${median(times).toFixed(0)} ms` };
}

const folder = mkdtempSync(join(tmpdir(), 'pay-console-'));
try {
  const dataFile = join(folder, 'simulator.jsonl');
  const code = await fill(dataFile);
  process.stderr.write('filled\n');
  const starts = [];
  for (const file of [join(folder, 'empty.jsonl'), dataFile]) {
    const times = [];
    for (let run = 0; run < 5; run++) {
      const { child, startMs } = await start(file);
      times.push(startMs);
      await stop(child);
    }
    starts.push(`${median(times).toFixed(0)} ms`);
  }
  const { child, url } = await start(dataFile);
  // The log is full of requests.
  for (let request = 0; request < 10_000; request += 50)
    await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/api/checkout/v2/orders/${code}`)));
  process.stderr.write('requested\n');
  const pages = {};
  const views = [
    'overview',
    'orders',
    'deliveries',
    'requests',
    'webhooks',
    'accounts',
    'passwords',
    'ledger',
    'clock',
    'faults',
  ];
  for (const view of views) pages[view] = await measurePage(url, `/console?view=${view}`);
  pages['search'] = await measurePage(url, '/console?q=reference%205000');
  pages['last page'] = await measurePage(url, '/console?page=500');
  pages['timeline'] = await measurePage(url, `/console/orders/${code}`);
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  await stop(child);
  console.table({
    'start without state': starts[0],
    'start with 10,000 orders': starts[1],
    'data file': `${(statSync(dataFile).size / 1e6).toFixed(1)} MB`,
    memory: `${Math.round(Number(rss) / 1024)} MB`,
  });
  console.table(pages);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
