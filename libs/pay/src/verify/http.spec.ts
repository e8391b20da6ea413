import fc from 'fast-check';
import { expect, it } from '@jest/globals';
import { exactJson } from './http.js';

it('keeps the digits of long integers, and everything else as JSON.parse does', () => {
  expect(
    exactJson('{"a":1272214778972604123,"b":[-12345678901234567890],"c":"12345678901234567890"}'),
  ).toEqual({
    a: '1272214778972604123',
    b: ['-12345678901234567890'],
    c: '12345678901234567890',
  });
  const short = fc.jsonValue().filter((value) => !/\d{16}/.test(JSON.stringify(value)));
  fc.assert(
    fc.property(short, (value) => {
      const text = JSON.stringify(value);
      expect(exactJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

it.each(['', '{', 'null x', '"\\'.repeat(100_000)])('reads no JSON from %.10j', (text) => {
  expect(exactJson(text)).toBeUndefined();
});
