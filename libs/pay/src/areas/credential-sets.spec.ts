import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import 'reflect-metadata';
import type { Operation } from '../core/operation.js';

const CONTRACT = join(import.meta.dirname, '../../../../contract/auth.json');
const { credentialSets } = JSON.parse(readFileSync(CONTRACT, 'utf8')) as {
  credentialSets: Record<string, { paths: string[] }>;
};

/** The set that the contract gives a path. */
const setOf = (path: string): string | undefined =>
  Object.entries(credentialSets).find(([, { paths }]) => paths.some((start) => path.startsWith(start)))?.[0];

/** Everything that a merchant's areas declare. An ISV and a platform sign in with one pair of their own. */
async function declared(): Promise<Operation<unknown, string>[]> {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.operations.ts') && !/^(isv|marketplace)-/.test(file),
  );
  const modules: Record<string, unknown>[] = [];
  // One after the other: the test runner's module cache does not bear them at once.
  for (const file of files)
    modules.push((await import(join(import.meta.dirname, file))) as Record<string, unknown>);
  return modules
    .flatMap((module) => Object.values(module))
    .filter((value): value is Operation<unknown, string> => Object.hasOwn(Object(value), 'auth'));
}

describe('credential sets', () => {
  it('are declared as the contract gives them by path', async () => {
    const operations = (await declared()).filter(({ auth }) => auth === 'oauth');
    expect(operations.length).toBeGreaterThan(20);
    const said = operations.map(({ id, credentials }) => `${id}: ${credentials}`);
    expect(said).toEqual(operations.map(({ id, path }) => `${id}: ${setOf(path)}`));
  });
});
