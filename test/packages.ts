import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** The fields of a package.json that tests read. */
export interface Manifest {
  name: string;
  version: string;
  license: string;
  homepage: string;
  bugs: { url: string };
  repository: { url: string };
  engines: { node: string };
  files: string[];
  bin: Record<string, string>;
  schematics?: string;
  main: string;
  types: string;
  exports: Record<string, string | Record<string, Record<'types' | 'default', string>>>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional: boolean }>;
}

/** A package of this repository. */
export interface Package {
  /** Absolute path of its folder. */
  folder: string;
  manifest: Manifest;
  /** Names of its entries, for example `nestjs-pay/client`. */
  entries: string[];
  /** Absolute path of its command, which has the package's name. */
  command: string;
}

function packageIn(path: string): Package {
  const folder = join(ROOT, path);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const entries = Object.keys(manifest.exports)
    .filter((entry) => !entry.endsWith('.json'))
    .map((entry) => entry.replace('.', manifest.name));
  return { folder, manifest, entries, command: join(folder, manifest.bin[manifest.name] ?? '') };
}

export const PAY = packageIn('libs/pay');
export const SIMULATOR = packageIn('libs/pay-simulator');
