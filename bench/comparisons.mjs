// Installs the packages that only the comparisons need, at their first measurement.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'comparisons');

/** @returns Whether the packages are installed. Without them, their contestants are left out. */
export function installComparisons() {
  if (existsSync(join(FOLDER, 'node_modules'))) return true;
  const npm = ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', npm, { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });
  return status === 0;
}
