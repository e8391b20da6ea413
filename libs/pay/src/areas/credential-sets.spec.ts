import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { declaredOperations } from './declared-operations.testing.js';

const CONTRACT = join(import.meta.dirname, '../../../../contract/auth.json');
const { credentialSets } = JSON.parse(readFileSync(CONTRACT, 'utf8')) as {
  credentialSets: Record<string, { paths: string[] }>;
};

/** Returns the credential set of a path in the contract. */
const setOf = (path: string): string | undefined =>
  Object.entries(credentialSets).find(([, { paths }]) => paths.some((start) => path.startsWith(start)))?.[0];

/** ISVs and platforms have one pair of credentials, so only a merchant's areas have sets. */
const isMerchantArea = (file: string): boolean => !/^(isv|marketplace)-/.test(file);

describe('credential sets', () => {
  it('are declared by each operation as in the contract', async () => {
    const operations = (await declaredOperations({ selects: isMerchantArea })).filter(
      ({ auth }) => auth === 'oauth',
    );
    expect(operations.length).toBeGreaterThan(20);
    const declared = operations.map(({ id, credentials }) => `${id}: ${credentials}`);
    expect(declared).toEqual(operations.map(({ id, path }) => `${id}: ${setOf(path)}`));
  });
});
