// Measures the memory of a simulator after payments with webhooks, as fast as 16 clients make them.
// Run it with `node bench/memory.mjs`, after `npm run build`. Options: --payments 10000, --rounds 3, --data-file, and the index files
// of other builds to compare with.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startContestant } from './contestant.mjs';
import { connectTo, payOnce, runAll, startReceiver } from './simulators.mjs';

const CLIENTS = 16;
const MB = 1e6;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    payments: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    'data-file': { type: 'boolean', default: false },
  },
});

/** Makes the payments at a new simulator, and returns its memory in MB. */
async function measure(build) {
  const folder = mkdtempSync(join(tmpdir(), 'pay-memory-'));
  const dataFile = values['data-file'] ? join(folder, 'simulator.jsonl') : undefined;
  const contestant = { file: 'contestants/simulator.mjs', mode: build, args: [JSON.stringify({ dataFile })] };
  const server = startContestant(contestant, process.execPath);
  try {
    const { url } = await server.next();
    const delivered = new Map();
    const receiver = await startReceiver(url, [1796], delivered);
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => connectTo(url)));
    await runAll(clients, Number(values.payments), (client) => payOnce(client, { delivered }));
    const { resident, peak, heap } = await server.ask('memory');
    for (const client of clients) client.close();
    receiver.close();
    const file = dataFile === undefined ? {} : { file: statSync(dataFile).size };
    return Object.entries({ resident, peak, heap, ...file }).map(([name, bytes]) => [name, bytes / MB]);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const rows = {};
const builds = ['', ...positionals];
for (let round = 1; round <= Number(values.rounds); round++)
  for (const build of builds)
    rows[`${build || 'this build'} ${round}`] = Object.fromEntries(
      (await measure(build)).map(([name, size]) => [name, `${size.toFixed(0)} MB`]),
    );
console.table(rows);
