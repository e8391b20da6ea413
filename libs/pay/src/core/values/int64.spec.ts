import { describe, expect, it } from '@jest/globals';
import { parseExactJson } from './exact-json.js';
import { addExactTexts, readInt64 } from './int64.js';

const TEXTS = { orderCode: 'orderCodeText', OrderCode: 'OrderCodeText' };

describe('an int64', () => {
  it('gets its exact text beside it, at any depth', () => {
    const read = addExactTexts(
      parseExactJson(
        '{"orderCode":1272214778972604,"rows":[{"Order":{"OrderCode":9271655739472609}},{"OrderCode":null}]}',
      ),
      TEXTS,
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
    expect(addExactTexts({ OrderCodeText: '1', orderCode: 2, orderCodeText: '3' }, TEXTS)).toEqual({
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
