// Measures a client: the same calls in each scenario. `connect(url, mode)` returns the function that makes the call.
export function measureClient(connect) {
  process.once('message', async ({ stubUrl, mode }) => {
    const createOrder = await connect(stubUrl, mode);
    process.on('message', async ({ calls, inFlight, measuresAllocations, measuresMemory }) => {
      if (measuresMemory) return process.send(await retained(createOrder, calls, inFlight));
      await run(createOrder, warmUpOf(calls), inFlight);
      const answer = measuresAllocations
        ? await measureAllocations(createOrder, calls)
        : await measureTimes(createOrder, calls, inFlight);
      process.send(answer);
    });
    process.send('ready');
  });
}

/** Returns the number of calls before the measurement. */
export function warmUpOf(calls) {
  return Math.ceil(calls / 3);
}

async function measureTimes(createOrder, calls, inFlight) {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const times = await run(createOrder, calls, inFlight);
  const milliseconds = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)];
  return { cpu: (user + system) / calls, rate: (calls / milliseconds) * 1000, p50: at(0.5), p99: at(0.99) };
}

/** Measures allocated bytes. The young generation is large enough that no garbage is collected in the meantime. */
async function measureAllocations(createOrder, calls) {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  await run(createOrder, calls, 64);
  return { bytes: (process.memoryUsage().heapUsed - before) / calls };
}

/** Measures the memory after the calls and a garbage collection. */
async function retained(createOrder, calls, inFlight) {
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

/** For clients without token handling: exchanges a token for each call or once. */
export function tokenBy(mode, exchange) {
  if (mode === 'per-call') return exchange;
  let token;
  return () => (token ??= exchange());
}
