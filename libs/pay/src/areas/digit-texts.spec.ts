import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { DIGIT_TEXTS } from './digit-texts.js';

/** Fields of the contract at any depth that are strings of digits: names with the number of digits. */
function digitFields(value: unknown): [string, number][] {
  if (typeof value !== 'object' || value === null) return [];
  const { name, digits } = value as { name?: unknown; digits?: unknown };
  const own: [string, number][] =
    typeof name === 'string' && typeof digits === 'number' ? [[name.replace(/^.*[\].]/, ''), digits]] : [];
  return [...own, ...Object.values(value).flatMap(digitFields)];
}

it('names the strings of digits of the contract', () => {
  const fields = readdirSync('contract')
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => digitFields(JSON.parse(readFileSync(`contract/${file}`, 'utf8'))));
  expect(fields.length).toBeGreaterThan(50);
  for (const [name, digits] of fields) expect([name, DIGIT_TEXTS[name]?.digits]).toEqual([name, digits]);
});
