import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { installLine, SOLD, Workshop } from './workshop.js';

jest.setTimeout(120_000);

describe('NestJS 12', () => {
  let workshop: Workshop;
  beforeAll(() => {
    workshop = new Workshop(join(import.meta.dirname, '../../node_modules'), ['nest-12-esm']);
  });
  afterAll(() => workshop.close());

  it('is installed as the README says', () => {
    const ranged = installLine(12).flatMap((text) => /^(.+)@(\d+)$/.exec(text)?.slice(1) ?? []);
    expect(ranged).toEqual(['@nestjs/axios', '12', '@nestjs/config', '12']);
    expect(workshop.version('@nestjs/axios')).toMatch(/^12\./);
    expect(workshop.version('@nestjs/config')).toMatch(/^12\./);
  });

  it('an app compiles, the types of all packages checked, and sells', () => {
    expect(workshop.version('@nestjs/core')).toMatch(/^12\./);
    workshop.command('nest-12-esm', 'typescript/bin/tsc');
    expect(workshop.sell('nest-12-esm')).toEqual(SOLD);
  });
});
