// Prints where a profiled contestant spent its time.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Runs `work` with the options of a Node process that writes profiles, and returns the texts of two tables. */
export async function profile(work) {
  const folder = mkdtempSync(join(tmpdir(), 'pay-profile-'));
  try {
    await work(['--cpu-prof', `--cpu-prof-dir=${folder}`]);
    const packages = new Map();
    const functions = new Map();
    for (const file of readdirSync(folder))
      for (const [frame, self] of selfTimes(JSON.parse(readFileSync(join(folder, file), 'utf8')))) {
        const name = packageOf(frame);
        const place = frame.url === '' ? '' : ` ${basename(frame.url)}:${frame.lineNumber + 1}`;
        add(packages, name, self);
        add(functions, `${frame.functionName || '(anonymous)'}${place} [${name}]`, self);
      }
    return `${table(packages, 15)}\n${table(functions, 40)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function* selfTimes({ nodes, samples, timeDeltas }) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  for (const [at, id] of samples.entries()) {
    const frame = frames.get(id);
    if (frame.functionName !== '(idle)') yield [frame, timeDeltas[at]];
  }
}

function packageOf({ url, functionName }) {
  if (url === '') return functionName === '(garbage collector)' ? 'garbage collector' : 'native code';
  if (url.startsWith('node:')) return 'Node';
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  return installed ?? (url.includes('/dist/') ? 'this library' : 'benchmark');
}

const add = (sums, name, value) => sums.set(name, (sums.get(name) ?? 0) + value);

function table(sums, rows) {
  const all = [...sums.values()].reduce((sum, value) => sum + value, 0);
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, rows)
    .map(([name, value]) => `  ${((value / all) * 100).toFixed(1).padStart(5)} %  ${name}\n`)
    .join('');
}
