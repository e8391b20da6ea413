import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

const MODULES = join(import.meta.dirname, '../../../../node_modules');
const { version } = JSON.parse(readFileSync(join(MODULES, '@electric-sql/pglite/package.json'), 'utf8')) as {
  version: string;
};
const FOLDER = join(MODULES, '.cache/nestjs-pay');
/** An empty database of this PGlite. */
const EMPTY = join(FOLDER, `pglite-${version}.tar`);

/** An empty database in memory. Setting one up takes five times as long as reading one: that is done once, and kept. */
export async function newPglite(): Promise<PGlite> {
  if (existsSync(EMPTY)) return PGlite.create({ loadDataDir: new Blob([readFileSync(EMPTY)]) });
  const first = await PGlite.create();
  const files = await first.dumpDataDir('none');
  mkdirSync(FOLDER, { recursive: true });
  // Renamed, not written there: others may look for it meanwhile.
  const unfinished = `${EMPTY}.${randomUUID()}`;
  writeFileSync(unfinished, Buffer.from(await files.arrayBuffer()));
  renameSync(unfinished, EMPTY);
  return first;
}
