// Reports the address of a server to the runner, its CPU time between start and stop, and its memory.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function measureServer(url) {
  let cpu;
  process.on('message', (message) => {
    if (message === 'start') {
      process.send('started');
      cpu = process.cpuUsage();
    } else if (message === 'memory') {
      process.send(memory());
    } else {
      const { user, system } = process.cpuUsage(cpu);
      process.send({ cpu: user + system });
    }
  });
  process.on('disconnect', () => process.exit());
  process.send({ url });
}

/** Bytes of resident memory, now and at most, and of the heap without garbage. */
function memory() {
  const resident = process.memoryUsage.rss();
  const peak = process.resourceUsage().maxRSS * 1024;
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return { resident, peak, heap: process.memoryUsage().heapUsed };
}

export const SECRET = 'bench-webhook-secret';

/** What every application must do with a delivery: check its HMAC, and parse it. Returns null if the signature is wrong. */
export function readDelivery(rawBody, headers) {
  const expected = createHmac('sha256', SECRET).update(rawBody).digest();
  const received = Buffer.from(String(headers['viva-signature-256']), 'hex');
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null;
  return JSON.parse(rawBody.toString('utf8'));
}
