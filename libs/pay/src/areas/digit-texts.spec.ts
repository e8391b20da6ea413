import { expect, it } from '@jest/globals';
import { DIGIT_TEXTS } from './digit-texts.js';
import { readContract } from '../../../../scripts/contract/read.mjs';

/** Fields of the contract at any depth that are strings of digits: names with the number of digits. */
function digitFields(value: unknown): [string, number][] {
  if (typeof value !== 'object' || value === null) return [];
  const { name, digits } = value as { name?: unknown; digits?: unknown };
  const own: [string, number][] =
    typeof name === 'string' && typeof digits === 'number' ? [[name.replace(/^.*[\].]/, ''), digits]] : [];
  return [...own, ...Object.values(value).flatMap(digitFields)];
}

it('names the strings of digits of the contract', () => {
  const fields = digitFields(readContract());
  expect(fields.length).toBeGreaterThan(50);
  for (const [name, digits] of fields) expect([name, DIGIT_TEXTS[name]?.digits]).toEqual([name, digits]);
});
