import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { prettyJson } from './pretty-json.js';

describe('prettyJson', () => {
  it('matches JSON.stringify for every value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it('keeps every digit of a number', () => {
    expect(prettyJson('{"OrderCode":9999999999999999,"Amount":10.50}')).toBe(
      '{\n  "OrderCode": 9999999999999999,\n  "Amount": 10.50\n}',
    );
  });

  it.each(['', 'not json', ']]', '{"a":'])('does not fail on %p', (text) => {
    expect(prettyJson(text).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
  });
});
