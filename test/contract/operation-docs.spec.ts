import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { World } from './round-trips/world.js';

const ROOT = join(import.meta.dirname, '../..');
const EXAMPLES = join(ROOT, 'docs/examples');
const examples = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.includes('/') && file.endsWith('.ts'));

interface Example {
  run: (world: World) => Promise<void>;
}

describe('the example of the docs', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.create('examples of the docs');
  });
  beforeEach(() => {
    world.simulator.reset();
  });
  afterAll(() => world.close());

  it.each(examples)('%s works against the simulator', async (file) => {
    expect.hasAssertions();
    const { run } = (await import(join(EXAMPLES, file))) as Example;
    await run(world);
  });
});

describe('the generated pages of docs/reference, facts of operations, and schemas for Swagger,', () => {
  it('are up to date and complete', () => {
    // In one process, because the generators share the types that the compiler has read.
    const generators = [
      'operation-facts',
      'operation-docs',
      'reference-docs',
      'swagger-schemas',
      'openapi',
    ].map((name) => `await import('./scripts/${name}/generate.mjs');`);
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', generators.join('\n'), '--', '--check'],
      { cwd: ROOT, encoding: 'utf8' },
    );
    expect(stderr.split('\n').filter((line) => line !== '')).toEqual([]);
    expect(status).toBe(0);
  });
});

it.each(['fastRefund', 'octAndPayout'])('the page says that %s fails without its key', (method) => {
  const page = readFileSync(join(ROOT, 'docs/reference/operations/transactions.md'), 'utf8');
  const section = page.split(/^## /m).find((text) => text.startsWith(`transactions.${method}`));
  expect(section).toContain('The call fails without it.');
});
