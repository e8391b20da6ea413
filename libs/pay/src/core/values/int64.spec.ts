import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseExactJson } from './exact-json.js';
import { readExactMembers, readInt64 } from './int64.js';

const EXACT = {
  texts: { orderCode: 'orderCodeText', OrderCode: 'OrderCodeText' },
  digits: { reference: { digits: 12, isPadded: true }, terminal: { digits: 8 } },
} as const;

describe('an int64', () => {
  it('gets its exact text beside it, at any depth', () => {
    const read = readExactMembers(
      parseExactJson(
        '{"orderCode":1272214778972604,"rows":[{"Order":{"OrderCode":9271655739472609}},{"OrderCode":null}]}',
      ),
      EXACT,
    );
    expect(read).toEqual({
      orderCode: 1272214778972604,
      orderCodeText: '1272214778972604',
      rows: [
        { Order: { OrderCode: '9271655739472609', OrderCodeText: '9271655739472609' } },
        { OrderCode: null, OrderCodeText: null },
      ],
    });
  });

  it('has no text that the sender chose', () => {
    expect(readExactMembers({ OrderCodeText: '1', orderCode: 2, orderCodeText: '3' }, EXACT)).toEqual({
      orderCode: 2,
      orderCodeText: '2',
    });
  });

  it.each([
    [1272214778972604, '1272214778972604'],
    ['9271655739472609', '9271655739472609'],
    [9271655739472609n, '9271655739472609'],
    [' 9271655739472609 ', '9271655739472609'],
  ])('accepts %p', (code, text) => {
    expect(readInt64(code)).toEqual({ text });
  });

  it.each([
    [9271655739472608],
    [0],
    [-1],
    [1.5],
    [''],
    ['../x'],
    ['12a'],
    [null],
    [undefined],
    [{}],
    [0n],
    [10n ** 19n],
    ['1'.repeat(20)],
  ])('refuses %p', (code) => {
    expect(readInt64(code)).toEqual({ problem: expect.stringMatching(/must be|may have been rounded/) });
  });
});

describe('a string of digits', () => {
  it('has its leading zeros, at any depth, if the service sends a number', () => {
    expect(
      readExactMembers(
        parseExactJson('{"rows":[{"reference":12345678901,"terminal":1600010}],"reference":0}'),
        EXACT,
      ),
    ).toEqual({ rows: [{ reference: '012345678901', terminal: '01600010' }], reference: '000000000000' });
  });

  it('is padded as text only if its length is fixed, and other values remain', () => {
    const values = {
      reference: '12345678901',
      terminal: 'T1',
      rows: [{ terminal: '123' }, { reference: null }],
    };
    expect(readExactMembers(values, EXACT)).toEqual({
      reference: '012345678901',
      terminal: 'T1',
      rows: [{ terminal: '123' }, { reference: null }],
    });
    for (const reference of [-1, 1.5, 2 ** 60, 'A1', '', true, undefined])
      expect(readExactMembers({ reference }, EXACT)).toEqual({ reference });
  });
});

/** Reads each object of a value in two steps, member by member. */
function readSlowly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readSlowly);
  if (typeof value !== 'object' || value === null) return value;
  const texts: Record<string, string> = EXACT.texts;
  const sent = Object.entries(value as Record<string, unknown>).filter(
    ([name]) => !Object.values(texts).includes(name),
  );
  const added = sent.flatMap(([name, member]) => {
    const isRead = typeof member === 'number' || typeof member === 'string' || member === null;
    const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
    return isRead && text !== undefined ? [[text, member === null ? null : String(member)]] : [];
  });
  const read = sent.map(([name, member]) => [name, readSlowly(member)]);
  return Object.fromEntries([...read, ...added]) as unknown;
}

it('any JSON is read in one pass as in two', () => {
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>(null, true, '', '7', 'T1', 0, -1, 1.5, 2 ** 60),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom('orderCode', 'OrderCode', 'orderCodeText', 'OrderCodeText', 'toString', 'rows'),
        tie('tree'),
      ),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      expect(readExactMembers(structuredClone(value), EXACT)).toEqual(readSlowly(value));
    }),
  );
});
