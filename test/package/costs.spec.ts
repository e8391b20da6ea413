import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { PAY, SIMULATOR } from '../packages.js';

/** Returns the files of the package that importing an entry loads. */
function filesOf(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  const text = readFileSync(entry, 'utf8');
  // `import()` loads its file later, if at all. In CommonJS it is a function that returns `require()`.
  const isStatic = ({ pos }: ts.FileReference): boolean =>
    !/\b(?:import|return require)\(\s*['"]?$/.test(text.slice(0, pos));
  for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles.filter(isStatic))
    if (fileName.startsWith('.')) filesOf(join(dirname(entry), fileName), seen);
  return seen;
}

/** Runs a script that prints its counts. */
function countedBy(script: string): Record<string, unknown> {
  const path = join(import.meta.dirname, 'fixtures', script);
  return JSON.parse(execFileSync(process.execPath, [path], { encoding: 'utf8' })) as Record<string, unknown>;
}

// Counts and not times: they are the same on every machine. A higher count needs a reason, and a new number here.
describe('costs of the built package', () => {
  it('a call with a shared token creates at most 14 promises and one timer', () => {
    const { success, promises, timers } = countedBy('count-call.mjs');
    expect(success).toBe(true);
    expect(promises).toBeLessThanOrEqual(14);
    expect(timers).toBeLessThanOrEqual(1);
  });

  it('a signed delivery creates at most 36 promises, with those of Nest', () => {
    const { status, handled, promises } = countedBy('count-delivery.mjs');
    expect({ status, handled }).toEqual({ status: 200, handled: 3 });
    expect(promises).toBeLessThanOrEqual(36);
  });

  it.each([
    // It contains the confirmation of webhooks, the issuer ranges of card numbers, the countries of IBANs, and each class of options that `nestjs-pay/dto` exports. Three files list the names of CommonJS files.
    ['nestjs-pay/client', PAY, 'client', 7, 570],
    ['nestjs-pay', PAY, 'index', 9, 685],
    // It contains the schemas of snapshots and of the control API, calls of shop plugins and IRIS, and names the intended route or member of a mistake.
    ['pay-simulator', SIMULATOR, 'index', 3, 750],
  ])('importing %s loads few files', (_, { folder }, entry, files, kilobytes) => {
    const loaded = [...filesOf(join(folder, 'dist/esm', `${entry}.js`))];
    const bytes = loaded.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(loaded.length).toBeLessThanOrEqual(files);
    expect(Math.round(bytes / 1_000)).toBeLessThanOrEqual(kilobytes);
  });
});
