import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { orderOfRfCode, rfCodeOfOrder } from './rf-code.js';

describe('RF codes of orders', () => {
  it('match the code observed in the demo environment', () => {
    expect(rfCodeOfOrder('2631027855398683')).toBe('RF12907263102785539868300');
    expect(orderOfRfCode('RF12907263102785539868300')).toBe('2631027855398683');
  });

  it('identify their order, with or without spaces, and are rejected if mistyped', () => {
    const orderCode = fc.bigInt({ min: 10n ** 15n, max: 10n ** 16n - 1n }).map(String);
    fc.assert(
      fc.property(orderCode, (code) => {
        const rf = rfCodeOfOrder(code);
        expect(rf).toMatch(/^RF\d{23}$/);
        expect(orderOfRfCode((rf.match(/.{1,4}/g) ?? []).join(' '))).toBe(code);
        expect(orderOfRfCode(rf.replace(/..$/, '01'))).toBeUndefined();
        const check = Number(rf.slice(2, 4));
        for (const other of [check + 1, check - 1, check + 97, check - 97])
          if (other >= 0 && other < 100)
            expect(orderOfRfCode(`RF${String(other).padStart(2, '0')}${rf.slice(4)}`)).toBeUndefined();
      }),
    );
  });
});
