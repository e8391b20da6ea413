import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse as referenceParse } from 'lossless-json';
import { ExactJsonError, parseExactJson } from './exact-json.js';

const reasonOf = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    if (error instanceof ExactJsonError) return error.reason;
    throw error;
  }
  return 'read';
};

/** Expected value, from an independent parser that keeps every number literal. */
const expected = (text: string): unknown =>
  referenceParse(text, null, (literal: string) =>
    Math.abs(Number(literal)) <= Number.MAX_SAFE_INTEGER ? Number(literal) : literal,
  );

describe('parseExactJson', () => {
  it.each([
    ['9271655739472609', '9271655739472609'],
    ['-9271655739472609', '-9271655739472609'],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', '9007199254740992'],
    ['1272214778972604', 1272214778972604],
    ['24.50', 24.5],
    ['1e400', '1e400'],
    ['-0', -0],
    ['1E2', 100],
  ])('reads the number %s as %p', (literal, value) => {
    expect(parseExactJson(literal)).toBe(value);
    expect(parseExactJson(`{"orderCode": ${literal} }`)).toEqual({ orderCode: value });
    expect(parseExactJson(`[${literal},1]`)).toEqual([value, 1]);
  });

  it('does not change digits inside strings', () => {
    expect(parseExactJson('{"a":"9271655739472609","b":"\\"9271655739472609"}')).toEqual({
      a: '9271655739472609',
      b: '"9271655739472609',
    });
    expect(
      parseExactJson('["9271655739472609","\\\\",9271655739472609,"\\\\\\"9271655739472609",1]'),
    ).toEqual(['9271655739472609', '\\', '9271655739472609', '\\"9271655739472609', 1]);
  });

  it('drops __proto__ keys, also escaped ones, and does not change prototypes', () => {
    for (const name of ['__proto__', '\\u005f_proto__', '\\u005F\\u005fproto__', '__pr\\u006fto__']) {
      const value = parseExactJson(`{"${name}":{"admin":true},"kept":1}`) as Record<string, unknown>;
      expect(Object.keys(value)).toEqual(['kept']);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(value['admin']).toBeUndefined();
    }
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  it('refuses 100 kB of nested brackets, balanced or not', () => {
    expect(reasonOf(() => parseExactJson('['.repeat(100_000)))).toBe('malformed');
    expect(reasonOf(() => parseExactJson('['.repeat(50_000) + ']'.repeat(50_000)))).toBe('too-deep');
    expect(reasonOf(() => parseExactJson('{"a":'.repeat(20_000)))).toBe('malformed');
    expect(reasonOf(() => parseExactJson(`[9007199254740993,${'['.repeat(64)}${']'.repeat(64)}]`))).toBe(
      'too-deep',
    );
    expect(parseExactJson('['.repeat(64) + ']'.repeat(64))).toHaveLength(1);
    expect(reasonOf(() => parseExactJson('['.repeat(65) + ']'.repeat(65)))).toBe('too-deep');
  });

  it('reads many shallow objects', () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({ index }));
    expect(parseExactJson(JSON.stringify(rows))).toEqual(rows);
  });

  it('counts the size limit in bytes', () => {
    expect(reasonOf(() => parseExactJson('"ééé"', { maxBytes: 7 }))).toBe('too-large');
    expect(parseExactJson('"ééé"', { maxBytes: 8 })).toBe('ééé');
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(reasonOf(() => parseExactJson(new Uint8Array([0x22, 0xff, 0x22])))).toBe('malformed');
  });

  it.each([
    '',
    '{',
    '{"a"}',
    '{"a":}',
    '[1,]',
    '{a:1}',
    '01',
    '+1',
    '1.',
    '.5',
    'NaN',
    'nul',
    '"\n"',
    '"\\x"',
    '1 2',
    "{'a':1}",
  ])('refuses %p as malformed without quoting it', (text) => {
    expect(reasonOf(() => parseExactJson(text))).toBe('malformed');
    expect(reasonOf(() => parseExactJson(`[12345678901234567890,${text}`))).toBe('malformed');
  });

  it('agrees with JSON.parse on every JSON text without long integers', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        fc.pre(!text.includes('__proto__')); // dropped, as tested above
        expect(parseExactJson(text)).toEqual(expected(text));
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with a lossless parser on long integers', () => {
    const literal = fc.oneof(
      fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
      fc.string().map((value) => JSON.stringify(value)),
    );
    const text = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        literal,
        fc.array(tie('value'), { maxLength: 4 }).map((items) => `[ ${items.join(' , ')} ]`),
        fc.uniqueArray(fc.tuple(fc.string(), tie('value')), { selector: ([name]) => name, maxLength: 4 }).map(
          (members) =>
            `{${members
              .filter(([name]) => name !== '__proto__')
              .map(([name, value]) => `${JSON.stringify(name)} : ${value}`)
              .join(',')}}`,
        ),
      ),
    })).value;
    fc.assert(
      fc.property(text, (json) => {
        expect(parseExactJson(json)).toEqual(expected(json));
      }),
      { numRuns: 500 },
    );
  });

  it('accepts exactly the texts that JSON.parse accepts', () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', '\\', '9'.repeat(17), '{', ']', ',', 'e5', ':'))
      .map(([text, at, noise]) => {
        const where = at % (text.length + 1);
        return text.slice(0, where) + noise + text.slice(where + 1);
      });
    fc.assert(
      fc.property(damaged, (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect(reasonOf(() => parseExactJson(text))).toBe(valid ? 'read' : 'malformed');
      }),
      { numRuns: 1000 },
    );
  });
});
