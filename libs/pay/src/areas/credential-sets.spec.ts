import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { declaredOperations } from './declared-operations.testing.js';

const CONTRACT = join(import.meta.dirname, '../../../../contract/auth.json');
const { credentialSets } = JSON.parse(readFileSync(CONTRACT, 'utf8')) as {
  credentialSets: Record<string, { paths: string[] }>;
};

/** The set that the contract gives a path. */
const setOf = (path: string): string | undefined =>
  Object.entries(credentialSets).find(([, { paths }]) => paths.some((start) => path.startsWith(start)))?.[0];

/** Of a merchant's areas. An ISV and a platform sign in with one pair of their own. */
const isMerchants = (file: string): boolean => !/^(isv|marketplace)-/.test(file);

describe('credential sets', () => {
  it('are declared as the contract gives them by path', async () => {
    const operations = (await declaredOperations({ selects: isMerchants })).filter(
      ({ auth }) => auth === 'oauth',
    );
    expect(operations.length).toBeGreaterThan(20);
    const said = operations.map(({ id, credentials }) => `${id}: ${credentials}`);
    expect(said).toEqual(operations.map(({ id, path }) => `${id}: ${setOf(path)}`));
  });
});
