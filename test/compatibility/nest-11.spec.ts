import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { noteSkipped } from '../skipped.mjs';
import { EXPECTED_RESULT, installLine, installNest11, TestApps } from './test-apps.js';

jest.setTimeout(120_000);

function dependenciesOfNest11(): Record<string, string> {
  const manifest = readFileSync(join(import.meta.dirname, 'nest-11/package.json'), 'utf8');
  return (JSON.parse(manifest) as { dependencies: Record<string, string> }).dependencies;
}

const TSC = 'typescript/bin/tsc';
const CJS = 'nest-11-cjs';
const ESM = 'nest-11-esm';

// At the top level, because Jest decides here which tests to skip.
const modules = installNest11();
if (modules === undefined)
  noteSkipped('Tests on NestJS 11 were skipped: the npm registry cannot be reached.');

(modules === undefined ? describe.skip : describe)('NestJS 11', () => {
  let apps: TestApps;
  beforeAll(() => {
    apps = new TestApps(modules ?? '', [CJS, ESM]);
  });
  afterAll(() => apps.close());

  it('is version 11', () => {
    expect(apps.version('@nestjs/core')).toMatch(/^11\./);
  });

  it('is installed as the README says, in a project of `nest new`', () => {
    const ofNestNew = [
      '@nestjs/common',
      '@nestjs/core',
      '@nestjs/platform-express',
      'reflect-metadata',
      'rxjs',
    ];
    const ofThePackage = ['undici'];
    const installed = Object.entries(dependenciesOfNest11())
      .filter(([name]) => ![...ofNestNew, ...ofThePackage].includes(name))
      .map(([name, range]) => (/^\d+\.\d+\.\d+$/.test(range) ? name : `${name}@${range}`));
    expect(installLine(11).sort()).toEqual(installed.sort());
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

  it('an ES module app compiles and sells', () => {
    apps.command(ESM, TSC);
    expect(apps.run(ESM)).toEqual(EXPECTED_RESULT);
  });

  it.each([
    ['node16, the types of all packages checked', 'node16', 'node16', 'false'],
    ['commonjs and node10', 'commonjs', 'node10', 'true'],
  ])('a CommonJS app finds its types under %s', (_, module, moduleResolution, skipLibCheck) => {
    const options = { module, moduleResolution, skipLibCheck };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    expect(apps.command(CJS, TSC, '-p', 'tsconfig.types.json', ...args)).toBe('');
  });
});
