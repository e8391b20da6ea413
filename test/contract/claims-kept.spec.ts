import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { claimsOf, readContract } from '../../scripts/contract/claims.mjs';

/**
 * Claims of the contract's first form: a line for each source, an empty line, and a line for each claim with its ID, confidence,
 * numbers of its sources, and text. If you correct one of them, correct its line.
 */
const [sources = [], before = []] = readFileSync(new URL('claims-before.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n\n')
  .map((part) => part.split('\n').map((line) => line.split('\t')));

const contract = readContract();
const after = new Map(claimsOf(contract).map((claim) => [claim.id, claim]));

/** Everything that the contract says below a place, as words. */
function* wordsIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* wordsIn(item);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) {
      yield name;
      yield* wordsIn(member);
    }
  else
    yield* (
      String(value)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? []
    );
}

it('has each claim of its first form, with its confidence, its sources and its words', () => {
  expect(before.length).toBeGreaterThan(3400);
  const lost = before.filter(([id = '', confidence, numbers = '', text = '']) => {
    const named = numbers
      .split(' ')
      .filter(Boolean)
      .map((number) => sources[Number(number)]?.[0]);
    const claim = after.get(id);
    if (claim === undefined || claim.confidence !== confidence || claim.source.join(' ') !== named.join(' '))
      return true;
    const words = new Set([...wordsIn(claim.row)].map((word) => word.toLowerCase()));
    return [...wordsIn(text)].some((word) => !words.has(word));
  });
  expect(lost.map(([id, confidence, , text]) => `${id} (${confidence}): ${text}`)).toEqual([]);
});
