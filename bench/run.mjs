// npm run bench: measures the rows of the table on each Node version. See README.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { closeStub } from './clients.mjs';
import { compare } from './compare.mjs';
import { stopServer } from './inboxes.mjs';
import { installComparisons, nodeVersions } from './node-versions.mjs';
import { profile } from './profile.mjs';
import { judge, report } from './report.mjs';
import { LIBRARY, ROWS } from './rows.mjs';

// A build deletes the results of the build before it.
const RESULTS = new URL('../dist/bench.json', import.meta.url);
const DOCUMENT = new URL('../docs/explanation/performance.md', import.meta.url);

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    node: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
    continue: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
});
const only = values.only?.split(',') ?? ROWS.map(({ id }) => id);
const unknown = only.filter((id) => !ROWS.some((row) => row.id === id));
if (unknown.length > 0)
  throw new Error(`no row ${unknown}; the rows are ${ROWS.map(({ id }) => id).join(', ')}`);
const rounds = Number(values.rounds);
const writes = values.write || values.only === undefined;
const keeps = (values.continue || values.write) && existsSync(RESULTS);

// The load before the run, because the run is a load itself.
const [load] = loadavg();
const isBusy = load > 0.5 * availableParallelism();
if (isBusy)
  print(
    `Busy machine: a load average of ${load.toFixed(1)} on ${availableParallelism()} cores. Compare no row of this run with another run.`,
  );

installComparisons();
const [present] = process.versions.node.split('.');
const majors = values.node?.split(',') ?? (writes ? undefined : [present]);
const nodes = nodeVersions().filter(({ major }) => majors === undefined || majors.includes(major));
const results = keeps ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};

try {
  for (const node of nodes) {
    for (const row of ROWS.filter(({ id }) => only.includes(id))) {
      if (values.profile) print(await profileOf(row, node));
      else if (!values.continue || results[node.version]?.[row.id] === undefined) await measure(row, node);
    }
  }
} finally {
  closeStub();
  await stopServer();
}

async function measure(row, node) {
  const started = performance.now();
  const measured = await compare(row.contestants, async (contestant) => row.open(contestant, node.path), {
    rounds,
    slices: row.slices,
  });
  const seconds = Math.round((performance.now() - started) / 1000);
  print(
    `${row.title} (Node ${node.version}, ${seconds} s${isBusy ? ', busy machine' : ''}): ${judge(row, measured).verdict}\n${lines(row, measured)}`,
  );
  if (!writes) return;
  // Each row is written at once, so that an interrupted run keeps its results.
  (results[node.version] ??= {})[row.id] = { rounds, measured, isBusy };
  mkdirSync(new URL('.', DOCUMENT), { recursive: true });
  writeFileSync(RESULTS, JSON.stringify(results));
  writeFileSync(DOCUMENT, report(results));
}

function lines({ unit, atLeast }, measured) {
  return measured
    .map(({ name, failed, cost, ratio }) => {
      if (failed !== undefined) return `  ${name.padEnd(28)} failed: ${failed}\n`;
      const value = (atLeast === undefined ? cost : 1000 / cost).toFixed(2).padStart(9);
      const times = (atLeast === undefined ? ratio : 1 / ratio).toFixed(2);
      return `  ${name.padEnd(28)} ${value} ${unit}${ratio === null ? '' : `  ${times}`}\n`;
    })
    .join('');
}

function profileOf(row, node) {
  const subject = row.contestants.find(({ name }) => name === LIBRARY);
  return profile((execArgv) =>
    compare([{ ...subject, execArgv }], async (contestant) => row.open(contestant, node.path), {
      rounds: 1,
      slices: row.slices * 4,
    }),
  );
}

function print(text) {
  process.stdout.write(`${text}\n`);
}
