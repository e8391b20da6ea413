import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noteSkipped } from '../skipped.mjs';
import { join } from 'node:path';
import { addPay, payInApp } from './fresh-app.js';
import { EXPECTED_RESULT, installLine, installPackages, TestApps } from './test-apps.js';

const TSC = 'typescript/bin/tsc';
/** TypeScript 7 needs a fraction of the time. It does not know `node10`. */
const TSC_7 = join(import.meta.dirname, '../../node_modules/typescript-7/bin/tsc');
const CJS = 'nest-11-cjs';
const ESM = 'nest-11-esm';

// At the top level, because Jest decides here which tests to skip.
const modules = installPackages('nest-11');
if (modules === undefined)
  noteSkipped('Tests on NestJS 11 were skipped: the npm registry cannot be reached.');

(modules === undefined ? describe.skip : describe)('NestJS 11', () => {
  let apps: TestApps;
  beforeAll(() => {
    apps = new TestApps(modules ?? '', [CJS, ESM, 'operator']);
  });
  afterAll(() => apps.close());

  it('is version 11', () => {
    expect(apps.version('@nestjs/core')).toMatch(/^11\./);
  });

  it('is installed as the README says', () => {
    expect(installLine(11)).toEqual(expect.arrayContaining(['@nestjs/axios@4', '@nestjs/config@4']));
    expect(apps.version('@nestjs/axios')).toMatch(/^4\./);
    expect(apps.version('@nestjs/config')).toMatch(/^4\./);
  });

  it('`nest add nestjs-pay` adds a webhook to a new application, which takes a payment', async () => {
    const { dependencies } = addPay(apps, 'fresh-11');
    expect(dependencies).toMatchObject({ '@nestjs/axios': '^4.0.0', '@nestjs/config': '^4.0.0' });
    apps.command('fresh-11', TSC, '--project', 'tsconfig.build.json');
    expect(await payInApp(apps, 'fresh-11')).toContain('is paid by transaction');
  });

  it('a CommonJS app compiles and sells', () => {
    apps.command(CJS, TSC);
    expect(apps.run(CJS)).toEqual(EXPECTED_RESULT);
  });

  it('a CommonJS app sells on the CommonJS build if Node cannot require ES modules', () => {
    expect(apps.run(CJS, '--no-experimental-require-module')).toEqual(EXPECTED_RESULT);
  });

  it('Jest with the settings of `nest new` boots the module of a CommonJS app', () => {
    expect(() => apps.command(CJS, 'jest/bin/jest.js')).not.toThrow();
  });

  it.each(['express', 'fastify'])(
    'a person voids a payment once on the pages of the operator on %s',
    (platform) => {
      process.env['PGLITE'] = join(
        import.meta.dirname,
        '../../node_modules/@electric-sql/pglite/dist/index.js',
      );
      const result = { label: 'Done', state: 'done', page: 200, denied: 403 };
      expect(JSON.parse(apps.node('operator', 'main.mjs', platform))).toEqual(result);
    },
  );

  it('an ES module app compiles and sells', () => {
    apps.command(ESM, TSC_7);
    expect(apps.run(ESM)).toEqual(EXPECTED_RESULT);
  });

  it.each([
    ['node16, the types of all packages checked', 'node16', 'node16', 'false', TSC_7],
    ['commonjs and node10', 'commonjs', 'node10', 'true', TSC],
  ])('a CommonJS app finds its types under %s', (_, module, moduleResolution, skipLibCheck, tsc) => {
    const options = { module, moduleResolution, skipLibCheck };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    expect(apps.command(CJS, tsc, '-p', 'tsconfig.types.json', ...args)).toBe('');
  });
});
