// Measures a client. `connect(url, mode)` returns the function that makes the call.
export function measureClient(connect) {
  process.once('message', async ({ stubUrl, mode }) => {
    const createOrder = await connect(stubUrl, mode);
    process.on('message', async ({ unit, calls, inFlight }) =>
      process.send(await UNITS[unit](() => run(createOrder, calls, inFlight), calls)),
    );
    process.send('ready');
  });
  process.on('disconnect', () => process.exit());
}

const UNITS = {
  /** Microseconds of CPU for each call. */
  async cpu(work, calls) {
    const cpu = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(cpu);
    return (user + system) / calls;
  },

  /** Kilobytes on the heap for each call. The young generation is large enough that no garbage is collected in the meantime. */
  async allocated(work, calls) {
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    await work();
    return (process.memoryUsage().heapUsed - before) / calls / 1_000;
  },
};

async function run(createOrder, calls, inFlight) {
  let left = calls;
  const worker = async () => {
    while (left-- > 0) if ((await createOrder()) !== 1272214778972604) throw new Error('a call failed');
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
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
  merchantId: '01234567-89ab-cdef-0123-456789abcdef',
  apikey: 'bench-key',
};
export const TOKEN = 'bench-token';
