// Measures signed deliveries, 64 in flight, all different, on each kind of server.
import { medians, withContestant } from './contestant.mjs';
import { deliver } from './deliver.mjs';

const SERVERS = [
  ['bare Fastify', 'contestants/webhook.fastify.mjs', '', 'pay'],
  ['`@PayWebhook()` on Fastify', 'contestants/webhook.pay-nest.mjs', 'fastify', 'pay'],
  ['bare Express', 'contestants/webhook.express.mjs', '', 'pay'],
  ['`@PayWebhook()` on Express', 'contestants/webhook.pay-nest.mjs', 'express', 'pay'],
  ['`@golevelup/nestjs-stripe` on Express', 'comparisons/webhook.nestjs-stripe.mjs', '', 'stripe'],
];

export async function measureDeliveries({ rounds, scale }) {
  const deliveries = 3_000 * scale;
  const runs = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const [name, file, mode, kind] of SERVERS) {
      const measured = await withContestant({ file, mode }, (next, send) =>
        drive(next, send, deliveries, kind),
      );
      if (measured !== null) runs.set(name, [...(runs.get(name) ?? []), measured]);
    }
  }
  return [...runs].map(([name, all]) => ({ name, ...medians(all) }));
}

async function drive(next, send, deliveries, kind) {
  const { url } = await next();
  await deliver(url, { deliveries: 500, inFlight: 64, seed: 'warm', kind });
  send('start');
  const started = performance.now();
  await deliver(url, { deliveries, inFlight: 64, seed: 'run', kind });
  const milliseconds = performance.now() - started;
  send('stop');
  const { cpuMicroseconds } = await next();
  return { cpu: cpuMicroseconds / deliveries, rate: (deliveries / milliseconds) * 1000 };
}
