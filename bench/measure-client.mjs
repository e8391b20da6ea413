// The measuring loop of every client contestant: the same number of calls, the same number in flight.
export function measureClient(connect) {
  process.once('message', async ({ stubUrl, calls, inFlight }) => {
    const createOrder = await connect(stubUrl);
    await run(createOrder, 500, inFlight);
    const cpu = process.cpuUsage();
    const started = performance.now();
    await run(createOrder, calls, inFlight);
    const milliseconds = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    process.send({ cpuMicroseconds: user + system, milliseconds });
  });
}

async function run(createOrder, calls, inFlight) {
  let left = calls;
  const worker = async () => {
    while (left-- > 0) {
      const orderCode = await createOrder();
      if (orderCode !== 1272214778972604) throw new Error('a call failed');
    }
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
  merchantId: 'bench-merchant',
  apikey: 'bench-key',
};
export const CLIENT_BASIC = `Basic ${Buffer.from('bench-client:bench-secret').toString('base64')}`;
export const FORM = 'application/x-www-form-urlencoded';
