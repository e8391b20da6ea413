// Measures worlds: what one costs, what 500 cost the requests of others, and a suite in four processes with one simulator or four.
// Run it with `node bench/worlds.mjs`, after `npm run build`. With --write, it replaces the section of the page about performance.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { startContestant } from './contestant.mjs';
import { callJson, openSimulator } from './worlds-suite.mjs';
import { connectTo, runAll } from './simulators.mjs';

const PAGE = new URL('../docs/explanation/performance.md', import.meta.url);
const WORLDS = 500;
const ROUNDS = 5;
const IN_FLIGHT = 16;
const ORDERS = 2_000;
const TESTS = 50;
const PROCESSES = 4;
const CONTESTANT = { file: 'contestants/simulator.mjs' };

const sorted = (values) => values.toSorted((one, other) => one - other);
const median = (values) => sorted(values)[Math.floor(values.length / 2)];
const spread = (values, digits = 2) =>
  `${median(values).toFixed(digits)} (${sorted(values)[0].toFixed(digits)}–${sorted(values).at(-1).toFixed(digits)})`;

const createWorld = (url) => callJson('POST', `${url}/_simulator/worlds`, {});
const endWorld = (url, { id }) => callJson('DELETE', `${url}/_simulator/worlds/${id}`);

/** Creates an order, as an application that has its token. @returns A function for one order on a connection. */
async function orders(url, { clientId, clientSecret }) {
  const client = await connectTo(url);
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const form = 'application/x-www-form-urlencoded';
  const text = await client.call(
    'POST',
    '/accounts/connect/token',
    basic,
    form,
    'grant_type=client_credentials',
  );
  client.close();
  const token = `Bearer ${JSON.parse(text).access_token}`;
  return (connection) =>
    connection.call('POST', '/api/checkout/v2/orders', token, 'application/json', '{"amount":1000}');
}

/** Time and memory of a world, in a process of its own. */
async function measureWorlds() {
  const server = startContestant(CONTESTANT, process.execPath);
  try {
    const { url } = await server.next();
    // Compiled code and pools are there before.
    for (let warm = 0; warm < 50; warm++) await endWorld(url, await createWorld(url));
    const before = await server.ask('memory');
    await server.ask('start');
    const times = [];
    const worlds = [];
    for (let count = 0; count < WORLDS; count++) {
      const startedAt = performance.now();
      worlds.push(await createWorld(url));
      times.push(performance.now() - startedAt);
    }
    const { cpu } = await server.ask('stop');
    const full = await server.ask('memory');
    for (const world of worlds) await endWorld(url, world);
    const after = await server.ask('memory');
    return {
      milliseconds: median(times),
      cpu: cpu / WORLDS / 1000,
      megabytes: (full.heap - before.heap) / WORLDS / 1e6,
      left: (after.heap - before.heap) / (full.heap - before.heap),
    };
  } finally {
    await server.close();
  }
}

/** CPU of an order with many worlds, as a ratio to one. Both processes alternate. */
async function measureOrders() {
  const open = async (count) => {
    const server = startContestant(CONTESTANT, process.execPath);
    const { url } = await server.next();
    const worlds = [];
    for (let number = 0; number < count; number++) worlds.push(await createWorld(url));
    const { credentials } = worlds[Math.floor(count / 2)];
    const order = await orders(url, credentials.merchant);
    const measure = async (total) => {
      const clients = await Promise.all(Array.from({ length: IN_FLIGHT }, () => connectTo(url)));
      await server.ask('start');
      await runAll(clients, total, order);
      const { cpu } = await server.ask('stop');
      for (const client of clients) client.close();
      return cpu / total;
    };
    await measure(2 * ORDERS);
    return { server, measure };
  };
  const ratios = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [one, many] = await Promise.all([open(1), open(WORLDS)]);
    const costs = [0, 0];
    // Each is first as often as the other.
    for (const index of [0, 1, 1, 0, 0, 1, 1, 0]) costs[index] += await [one, many][index].measure(ORDERS);
    await Promise.all([one.server.close(), many.server.close()]);
    ratios.push(costs[1] / costs[0]);
  }
  return ratios;
}

/** Runs the suite in its processes. @returns Seconds from start to end, CPU of its simulators in milliseconds, and the failed tests. */
async function runSuite(kind) {
  const startedAt = performance.now();
  const shared = kind === 'worlds' ? await openSimulator() : undefined;
  const results = await Promise.all(
    Array.from({ length: PROCESSES }, async (_, index) => {
      const tests = Math.floor(TESTS / PROCESSES) + (index < TESTS % PROCESSES ? 1 : 0);
      const child = fork(new URL('worlds-suite.mjs', import.meta.url), [`${tests}`, shared?.url ?? '']);
      const [[result]] = await Promise.all([once(child, 'message'), once(child, 'exit')]);
      return result;
    }),
  );
  const cpu = shared?.cpu() ?? results.reduce((sum, result) => sum + result.cpu, 0);
  await shared?.close();
  return {
    cpu,
    seconds: (performance.now() - startedAt) / 1000,
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
  };
}

const world = await measureWorlds();
const ratios = await measureOrders();
const suites = { worlds: [], simulators: [] };
for (let round = 0; round < ROUNDS; round++)
  for (const kind of Object.keys(suites)) suites[kind].push(await runSuite(kind));
const seconds = (kind) => suites[kind].map((suite) => suite.seconds);
const failures = (kind) => suites[kind].reduce((sum, { failed }) => sum + failed, 0);
const rows = [
  [
    'A world, created with one HTTP request',
    `${world.milliseconds.toFixed(2)} ms, ${world.cpu.toFixed(2)} ms of CPU`,
    '≤ 5 ms',
  ],
  ['Memory of a new world', `${world.megabytes.toFixed(3)} MB`, '≤ 1 MB'],
  [`Memory that stays after ${WORLDS} worlds ended`, `${(world.left * 100).toFixed(1)} %`, '≤ 5 %'],
  [
    `\`createOrder\` in a process with ${WORLDS} worlds, compared with one world (= 1.0), CPU`,
    spread(ratios),
    '≤ 1.1',
  ],
  [
    `${TESTS} payment tests in ${PROCESSES} processes: one simulator with worlds, compared with four simulators (= 1.0), time with their start`,
    spread(seconds('worlds').map((value, round) => value / seconds('simulators')[round])),
    '< 1',
  ],
  [
    'The same, CPU of the simulators',
    spread(suites.worlds.map(({ cpu }, round) => cpu / suites.simulators[round].cpu)),
    '< 1',
  ],
  [
    'Failed tests of these suites, one simulator and four',
    `${failures('worlds')} and ${failures('simulators')}`,
    '0',
  ],
];
const section = [
  '## Worlds',
  '[A world](../how-to/simulator-parallel.md) is an account of its own in one simulator, for parallel tests.',
  [
    '|  | result | target |',
    '| --- | ---: | ---: |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n'),
  `Measured by \`bench/worlds.mjs\` with Node ${process.versions.node}. The suites ran side by side, ${ROUNDS} times each: median seconds ${median(seconds('worlds')).toFixed(2)} and ${median(seconds('simulators')).toFixed(2)}. Brackets show the lowest and the highest ratio.`,
].join('\n\n');
process.stdout.write(`${section}\n`);
if (process.argv.includes('--write')) {
  const page = readFileSync(PAGE, 'utf8').replace(/^## Worlds\n[^]*?\n\n(?=## )/m, '');
  writeFileSync(
    PAGE,
    page.replace('## How it was measured', () => `${section}\n\n## How it was measured`),
  );
}
