// Packages that are measured beside ours and needed for nothing else: installed when they are first measured.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'comparisons');

/** @returns false where they cannot be had: those contestants are then left out. */
export function installComparisons() {
  if (existsSync(join(FOLDER, 'node_modules'))) return true;
  const npm = ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', npm, { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });
  return status === 0;
}
