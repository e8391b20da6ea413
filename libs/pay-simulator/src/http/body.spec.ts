import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { membersOfBody } from './body.js';
import { limitsOf } from './request-limits.js';
import { readValues } from './request-values.js';

const ORDER = limitsOf({ properties: { orderCode: { type: 'integer', format: 'int64', minimum: 1 } } });
const orderOf = (body: string) => readValues(membersOfBody(body, 'json'), 'body', ORDER, false);

describe('a JSON body', () => {
  it('keeps every digit of integers up to 64 bits, for any surrounding text', () => {
    const code = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });
    // Integers beyond this range are kept as digits.
    const exact = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, noNaN: true };
    fc.assert(
      fc.property(code, fc.string(), fc.double(exact), (orderCode, text, amount) => {
        const body = `{"text":${JSON.stringify(text)},"orderCode":${orderCode},"amount":${JSON.stringify(amount)}}`;
        expect(orderOf(body)).toEqual({ orderCode: String(orderCode) });
        const members = membersOfBody(body, 'json');
        expect(members['text']).toBe(text);
        expect(members['amount']).toBe(JSON.parse(JSON.stringify(amount)));
      }),
    );
  });

  it('does not change digits in strings and fractions', () => {
    const members = membersOfBody('{"text":"\\" 9007199254740993","rate":0.12345678901234567890}', 'json');
    expect(members['text']).toBe('" 9007199254740993');
    expect(members['rate']).toBe(0.12345678901234568);
  });

  it.each([['0'], ['-5'], ['1.5'], ['99999999999999999999'], ['true'], ['"12a"']])(
    'rejects %s as an int64',
    (value) => {
      expect(() => orderOf(`{"orderCode":${value}}`)).toThrow('orderCode: expected a whole number above 0');
    },
  );
});
