// npm run bench: measures the rows of the table on each Node version. See README.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { closeStub } from './clients.mjs';
import { compare, isBusy } from './compare.mjs';
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
  const wasBusy = await isBusy();
  const started = performance.now();
  const measured = await compare(row.contestants, async (contestant) => row.open(contestant, node.path), {
    rounds,
    slices: row.slices,
  });
  const seconds = Math.round((performance.now() - started) / 1000);
  const busy = wasBusy || (await isBusy());
  print(
    `${row.title} (Node ${node.version}, ${seconds} s): ${judge(row, measured).verdict}${busy ? ', on a busy machine' : ''}\n${lines(row, measured)}`,
  );
  if (!writes) return;
  // Each row is written at once, so that an interrupted run keeps its results.
  (results[node.version] ??= {})[row.id] = { rounds, busy, measured };
  mkdirSync(new URL('.', DOCUMENT), { recursive: true });
  writeFileSync(RESULTS, JSON.stringify(results));
  writeFileSync(DOCUMENT, report(results, worldsSection()));
}

/** Returns the section of the page that bench/worlds.mjs wrote. */
function worldsSection() {
  const page = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '';
  return /^## Worlds\n[^]*?(?=\n\n## )/m.exec(page)?.[0];
}

function lines({ unit, atLeast }, measured) {
  return measured
    .map(({ name, failed, cost, ratio, ratios = [] }) => {
      if (failed !== undefined) return `  ${name.padEnd(28)} failed: ${failed}\n`;
      const value = (atLeast === undefined ? cost : 1000 / cost).toFixed(2).padStart(9);
      const times = (atLeast === undefined ? ratio : 1 / ratio).toFixed(2);
      const spread = ratios.length > 1 ? ` (${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)})` : '';
      return `  ${name.padEnd(28)} ${value} ${unit}${ratio === null ? '' : `  ${times}${atLeast === undefined ? spread : ''}`}\n`;
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
