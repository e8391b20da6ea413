import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

const MODULES = join(import.meta.dirname, '../node_modules');
const { version } = JSON.parse(readFileSync(join(MODULES, '@electric-sql/pglite/package.json'), 'utf8')) as {
  version: string;
};
const CACHE = join(MODULES, '.cache/nestjs-pay');
/** An empty database of this PGlite. Setting one up takes five times as long as copying one: that is done once, and kept. */
const EMPTY = join(CACHE, `pglite-${version}-small`);
/** A database with a small memory opens faster, and no disk can lose half of a page. */
const SETTINGS = ["shared_buffers = '16MB'", 'full_page_writes = off'];

/** Options of Node.js for a short process with PGlite: to optimize WebAssembly takes longer than it saves. The script `jest` has them too. */
export const PGLITE_OPTIONS = ['--liftoff-only'];

/** An empty database in memory. */
export async function newPglite(): Promise<PGlite> {
  await keepEmpty();
  return PGlite.create({ loadDataDir: new Blob([readFileSync(join(EMPTY, 'files.tar'))]) });
}

/** An empty database in a folder, for a process that opens it. */
export async function newPgliteFolder(folder: string): Promise<void> {
  await keepEmpty();
  cpSync(join(EMPTY, 'folder'), folder, { recursive: true });
}

async function keepEmpty(): Promise<void> {
  if (existsSync(EMPTY)) return;
  const unfinished = `${EMPTY}.${randomUUID()}`;
  mkdirSync(unfinished, { recursive: true });
  const first = await PGlite.create(join(unfinished, 'folder'));
  for (const setting of SETTINGS) await first.query(`alter system set ${setting}`);
  const files = await first.dumpDataDir('none');
  writeFileSync(join(unfinished, 'files.tar'), Buffer.from(await files.arrayBuffer()));
  await first.close();
  try {
    // Renamed, not written there: others may look for it meanwhile.
    renameSync(unfinished, EMPTY);
  } catch {
    // Another process was first.
    rmSync(unfinished, { recursive: true });
  }
}
