// Runs every contestant of each group in turn and prints medians and ratios. See README.md.
import { fork } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { startServer } from '../test/postgres/server.mjs';
import { startServiceStub } from './service-stub.mjs';
import { deliver } from './deliver.mjs';

const { values } = parseArgs({
  options: {
    group: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    calls: { type: 'string', default: '4000' },
  },
});
const rounds = Number(values.rounds);
const calls = Number(values.calls);

const GROUPS = {
  'create-order': ['create-order.undici', 'create-order.axios', 'create-order.pay', 'create-order.pay-nest'],
  webhook: ['webhook.fastify', 'webhook.pay-nest-fastify'],
  inbox: ['inbox.bare-insert', 'inbox.pay-stored', 'inbox.pay-handled', 'inbox.pay-booked'],
};

/** One measured run of a contestant in a process of its own: `{ cpuMicroseconds, milliseconds }` for all calls. */
async function measure(name, drive) {
  const child = fork(new URL(`./contestants/${name}.mjs`, import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const messages = messagesOf(child);
  try {
    return await drive(messages, (message) => child.send(message));
  } finally {
    child.kill();
  }
}

/** The next message from a child, in order; fails when the child ends first. */
function messagesOf(child) {
  const arrived = [];
  const waiting = [];
  child.on('message', (message) =>
    waiting.length > 0 ? waiting.shift().resolve(message) : arrived.push(message),
  );
  child.on('exit', (code) =>
    waiting.forEach(({ reject }) => reject(new Error(`a contestant ended with ${code}`))),
  );
  return () =>
    arrived.length > 0
      ? Promise.resolve(arrived.shift())
      : new Promise((resolve, reject) => waiting.push({ resolve, reject }));
}

const driveClient = (stubUrl) => async (next, send) => {
  send({ stubUrl, calls, inFlight: 64 });
  return next();
};

const driveInbox = (url) => async (next, send) => {
  send({ url, calls, inFlight: 64 });
  return next();
};

const driveServer = async (next, send) => {
  const { url } = await next();
  await deliver(url, { deliveries: 500, inFlight: 64, seed: 'warm' });
  send('start');
  const started = performance.now();
  await deliver(url, { deliveries: calls, inFlight: 64, seed: 'run' });
  const milliseconds = performance.now() - started;
  send('stop');
  const { cpuMicroseconds } = await next();
  return { cpuMicroseconds, milliseconds };
};

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const stub = await startServiceStub();
process.stdout.write(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${rounds} rounds of ${calls} calls\n`,
);
for (const [group, contestants] of Object.entries(GROUPS)) {
  if (values.group !== undefined && values.group !== group) continue;
  const postgres = group === 'inbox' ? await startServer() : null;
  const drive =
    postgres !== null ? driveInbox(postgres.url) : group === 'webhook' ? driveServer : driveClient(stub.url);
  const runs = Object.fromEntries(contestants.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of contestants) runs[name].push(await measure(name, drive));
  }
  const cpuOf = (name) => median(runs[name].map(({ cpuMicroseconds }) => cpuMicroseconds / calls));
  const rateOf = (name) => median(runs[name].map(({ milliseconds }) => (calls / milliseconds) * 1000));
  const [baseline] = contestants;
  process.stdout.write(`\n${group.padEnd(28)} CPU µs/call  ratio    calls/s  ratio\n`);
  for (const name of contestants) {
    const row = [
      cpuOf(name).toFixed(1),
      (cpuOf(name) / cpuOf(baseline)).toFixed(2),
      rateOf(name).toFixed(0),
      (rateOf(name) / rateOf(baseline)).toFixed(2),
    ];
    process.stdout.write(
      `${name.padEnd(28)} ${row[0].padStart(11)} ${row[1].padStart(6)} ${row[2].padStart(10)} ${row[3].padStart(6)}\n`,
    );
  }
  await postgres?.remove();
}
stub.close();
