import { describe, expect, it } from '@jest/globals';
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
