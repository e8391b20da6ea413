// The Node versions that are measured, and the packages of others.
import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'comparisons');

/** Installs the packages that only the benchmarks need: other libraries, and other Node versions. */
export function installComparisons() {
  // npm writes the second file last.
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(
    (file) => statSync(join(FOLDER, file), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  if (installed > wanted) return;
  const npm = ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', npm, { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0)
    process.stderr.write('The packages of comparisons/ could not be installed: they are left out.\n');
}

/** Returns the present Node version and the installed ones, by their major version. */
export function nodeVersions() {
  const programs = [
    process.execPath,
    ...['node-22', 'node-24'].map((name) => join(FOLDER, 'node_modules', name, 'bin/node')),
  ];
  const versions = new Map();
  for (const path of programs) {
    const version = versionOf(path);
    const major = version?.split('.')[0];
    if (major !== undefined && !versions.has(major)) versions.set(major, { major, version, path });
  }
  return [...versions.values()].toSorted((a, b) => a.major - b.major);
}

function versionOf(path) {
  try {
    return execFileSync(path, ['--print', 'process.versions.node'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
