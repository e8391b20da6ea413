import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SOLD, Workshop } from './workshop.js';

jest.setTimeout(120_000);

describe('NestJS 12', () => {
  let workshop: Workshop;
  beforeAll(() => {
    workshop = new Workshop(join(import.meta.dirname, '../../node_modules'), ['nest-12-esm']);
  });
  afterAll(() => workshop.close());

  it('an app compiles, the types of all packages checked, and sells', () => {
    expect(workshop.version('@nestjs/core')).toMatch(/^12\./);
    workshop.command('nest-12-esm', 'typescript/bin/tsc');
    expect(workshop.sell('nest-12-esm')).toEqual(SOLD);
  });
});
