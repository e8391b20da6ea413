import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { build } from 'esbuild';
import { createPaySimulator } from 'pay-simulator';
import { SIMULATOR } from '../packages.js';
import { noteSkipped } from '../skipped.mjs';
import { installPackages } from './test-apps.js';

jest.setTimeout(120_000);

// At the top level, because Jest decides here which tests to skip.
const modules = installPackages('generated-client');
if (modules === undefined)
  noteSkipped('The client of @hey-api/openapi-ts was skipped: the npm registry cannot be reached.');

(modules === undefined ? describe.skip : describe)('the client of @hey-api/openapi-ts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-generated-client-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const command = (script: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(modules ?? '', script), ...args], { cwd: folder, encoding: 'utf8' });

  it('is generated from the file of the package, compiles, and takes, reads and refunds a payment', async () => {
    symlinkSync(modules ?? '', join(folder, 'node_modules'));
    copyFileSync(join(SIMULATOR.folder, 'openapi.json'), join(folder, 'openapi.json'));
    copyFileSync(join(import.meta.dirname, 'generated-client/shop.ts.txt'), join(folder, 'shop.ts'));
    const generated = command('@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'client');
    expect([generated.status, generated.stderr]).toEqual([0, '']);

    const compilerOptions = {
      ...{ module: 'preserve', target: 'es2023', strict: true, noEmit: true, skipLibCheck: true },
      ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'], noUncheckedIndexedAccess: true },
      typeRoots: [join(import.meta.dirname, '../../node_modules/@types')],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['shop.ts'] }));
    expect(command('typescript/bin/tsc').stdout).toBe('');

    const outfile = join(folder, 'shop.mjs');
    await build({
      entryPoints: [join(folder, 'shop.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
    const simulator = await createPaySimulator({ orderCodes: 'beyond-safe', seed: 'generated client' });
    try {
      const options = JSON.stringify({ url: simulator.url, ...simulator.credentials.merchant });
      const { stdout } = await promisify(execFile)(process.execPath, [outfile, options]);
      const result = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
      expect(result).toMatchObject({ amount: 10, refund: -4 });
      expect(BigInt(String(result['orderCode']))).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    } finally {
      await simulator.close();
    }
  });
});
