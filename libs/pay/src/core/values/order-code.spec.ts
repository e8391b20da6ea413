import { describe, expect, it } from '@jest/globals';
import { parseExactJson } from './exact-json.js';
import { readOrderCode, withOrderCodeText } from './order-code.js';

describe('order code', () => {
  it('adds orderCodeText or OrderCodeText at any depth', () => {
    const read = withOrderCodeText(
      parseExactJson(
        '{"orderCode":1272214778972604,"rows":[{"Order":{"OrderCode":9271655739472609}},{"OrderCode":null}]}',
      ),
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

  it('replaces an orderCodeText that the sender wrote', () => {
    expect(withOrderCodeText({ OrderCodeText: '1', orderCode: 2, orderCodeText: '3' })).toEqual({
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
    expect(readOrderCode(code)).toEqual({ text });
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
    expect(readOrderCode(code)).toEqual({ problem: expect.stringMatching(/must be|may have been rounded/) });
  });
});
