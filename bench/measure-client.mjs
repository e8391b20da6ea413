// The measuring loop of every client contestant: the same calls, in each scenario. `connect(url, mode)` answers the call.
export function measureClient(connect) {
  process.once('message', async ({ stubUrl, mode }) => {
    const createOrder = await connect(stubUrl, mode);
    process.on('message', async ({ calls, inFlight, weighAllocations, weighRest }) => {
      if (weighRest) return process.send(await rest(createOrder, calls, inFlight));
      await run(createOrder, warmUpOf(calls), inFlight);
      const answer = weighAllocations
        ? await weighed(createOrder, calls)
        : await timed(createOrder, calls, inFlight);
      process.send(answer);
    });
    process.send('ready');
  });
}

/** How many calls are made before those that are measured. */
export function warmUpOf(calls) {
  return Math.ceil(calls / 3);
}

async function timed(createOrder, calls, inFlight) {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const times = await run(createOrder, calls, inFlight);
  const milliseconds = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)];
  return { cpu: (user + system) / calls, rate: (calls / milliseconds) * 1000, p50: at(0.5), p99: at(0.99) };
}

/** The process runs with so large a young generation that nothing is collected meanwhile. */
async function weighed(createOrder, calls) {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  await run(createOrder, calls, 64);
  return { bytes: (process.memoryUsage().heapUsed - before) / calls };
}

/** What is still held after these calls. */
async function rest(createOrder, calls, inFlight) {
  await run(createOrder, calls, inFlight);
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  return { heapUsed, rss };
}

async function run(createOrder, calls, inFlight) {
  const times = [];
  let left = calls;
  const worker = async () => {
    while (left-- > 0) {
      const started = performance.now();
      const orderCode = await createOrder();
      times.push(performance.now() - started);
      if (orderCode !== 1272214778972604) throw new Error('a call failed');
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return times;
}

export const ORDER = {
  amount: 1000,
  customerTrns: '2 tickets',
  merchantTrns: 'order-77',
  customer: { email: 'john@example.com', fullName: 'John Doe', requestLang: 'en-GB' },
};
export const CREDENTIALS = {
  clientId: 'bench-client',
  clientSecret: 'bench-secret',
  merchantId: 'bench-merchant',
  apikey: 'bench-key',
};
export const CLIENT_BASIC = `Basic ${Buffer.from('bench-client:bench-secret').toString('base64')}`;
export const FORM = 'application/x-www-form-urlencoded';

/** For contestants that know no tokens: exchanged for each call, or once. */
export function tokenBy(mode, exchange) {
  if (mode === 'per-call') return exchange;
  let token;
  return () => (token ??= exchange());
}
