import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { readDocuments } from '../../scripts/contract/read.mjs';

const LIBS = join(import.meta.dirname, '../../libs');

/** A number that was rounded before it is sent looks like any other in the JSON of a request. */
const LIBRARY_ONLY = ['exactFiscalisation'];

/** Returns the names in each `x-rules` of a value of the contract. */
function rulesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'x-rules' ? (member as readonly string[]) : rulesIn(member),
  );
}

const functionsIn = (file: string): readonly string[] =>
  [...readFileSync(join(LIBS, file), 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(
    ([, name = '']) => name,
  );

it('both packages have a function for each rule that the contract names, and for no other', () => {
  const named = [...new Set(rulesIn(readDocuments()))].sort();
  const inSimulator = functionsIn('pay-simulator/src/domain/named-rules.ts');
  expect([...functionsIn('pay/src/areas/named-rules.ts')].sort()).toEqual(named);
  expect([...inSimulator, ...LIBRARY_ONLY].sort()).toEqual(named);
});
