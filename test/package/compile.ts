import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const OPTIONS = {
  module: 'nodenext',
  moduleResolution: 'nodenext',
  target: 'es2023',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  esModuleInterop: true,
  types: ['node'],
};

/** The declarations of Drizzle compile only with `skipLibCheck`. */
const DRIZZLE = /^(\.\.\/)+node_modules\/drizzle-orm\//;

/**
 * Compiles texts as files of a user who imports the built package by name, with the strictest compiler options.
 * Also checks the declaration files that the texts import.
 *
 * @param texts - Texts by file name, for example `use.mts`.
 * @returns The errors, each with its file and line.
 */
export function compile(
  texts: Record<string, string>,
  options: Partial<typeof OPTIONS> & Record<string, unknown> = {},
): string[] {
  // In `dist`, because the package's name resolves only from its own folder, and git ignores `dist`.
  const folder = mkdtempSync(join(ROOT, 'dist/compile-'));
  try {
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
    const config = { compilerOptions: { ...OPTIONS, ...options }, files: Object.keys(texts) };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(ROOT, 'node_modules/typescript-7/bin/tsc');
    const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status === 0) return [];
    const errors = `${stdout}${stderr}`.trim().split(/\n(?! )/);
    return errors.filter((error) => !DRIZZLE.test(error));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
