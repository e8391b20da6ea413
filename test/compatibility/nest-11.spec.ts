import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { noteSkipped } from '../skipped.mjs';
import { installLine, installNest11, SOLD, Workshop } from './workshop.js';

jest.setTimeout(120_000);

function dependenciesOfNest11(): Record<string, string> {
  const manifest = readFileSync(join(import.meta.dirname, 'nest-11/package.json'), 'utf8');
  return (JSON.parse(manifest) as { dependencies: Record<string, string> }).dependencies;
}

const TSC = 'typescript/bin/tsc';
const CJS = 'nest-11-cjs';
const ESM = 'nest-11-esm';

// Here, not in a hook: what is not installed is skipped.
const modules = installNest11();
if (modules === undefined) noteSkipped('NestJS 11 was not tested: the npm registry cannot be reached.');

(modules === undefined ? describe.skip : describe)('NestJS 11', () => {
  let workshop: Workshop;
  beforeAll(() => {
    workshop = new Workshop(modules ?? '', [CJS, ESM]);
  });
  afterAll(() => workshop.close());

  it('is version 11', () => {
    expect(workshop.version('@nestjs/core')).toMatch(/^11\./);
  });

  it('is installed as the README says, in what `nest new` makes', () => {
    const made = ['@nestjs/common', '@nestjs/core', '@nestjs/platform-express', 'reflect-metadata', 'rxjs'];
    const own = ['undici'];
    const installed = Object.entries(dependenciesOfNest11())
      .filter(([name]) => ![...made, ...own].includes(name))
      .map(([name, range]) => (/^\d+\.\d+\.\d+$/.test(range) ? name : `${name}@${range}`));
    expect(installLine(11).sort()).toEqual(installed.sort());
  });

  it('a CommonJS app compiles and sells', () => {
    workshop.command(CJS, TSC);
    expect(workshop.sell(CJS)).toEqual(SOLD);
  });

  it('it sells where Node cannot require a module, too: on the CommonJS build', () => {
    expect(workshop.sell(CJS, '--no-experimental-require-module')).toEqual(SOLD);
  });

  it('the jest of a CommonJS app boots the module with nothing configured', () => {
    expect(() => workshop.command(CJS, 'jest/bin/jest.js')).not.toThrow();
  });

  it('an ES module app compiles and sells', () => {
    workshop.command(ESM, TSC);
    expect(workshop.sell(ESM)).toEqual(SOLD);
  });

  it.each([
    ['node16, the types of all packages checked', 'node16', 'node16', 'false'],
    ['commonjs and node10', 'commonjs', 'node10', 'true'],
  ])('a CommonJS app finds its types under %s', (_, module, moduleResolution, skipLibCheck) => {
    const options = { module, moduleResolution, skipLibCheck };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    expect(workshop.command(CJS, TSC, '-p', 'tsconfig.types.json', ...args)).toBe('');
  });
});
