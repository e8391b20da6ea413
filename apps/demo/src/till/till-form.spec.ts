import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readRefundForm, readSaleForm } from './till-form.js';

const KEY = '0b8f7a1e-5c1d-4a51-9b7a-0a4f3f0c2d11';
const fields = { terminalId: '16000010', amount: '11.70', reference: ' receipt-1 ', key: KEY };

describe('readSaleForm', () => {
  it('converts every amount to minor units without rounding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 1_000_000 }), (minor) => {
        const amount = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
        expect(readSaleForm({ ...fields, amount })).toMatchObject({
          success: true,
          draft: { amount: minor, terminalId: '16000010', reference: 'receipt-1' },
        });
      }),
    );
  });

  it.each([
    '',
    '11,705',
    '1,000',
    '11.705',
    '1e3',
    '-5',
    '€5',
    '0x10',
    'five',
    '0',
    '0.29',
    '10000.01',
    ['5'],
    null,
  ])('rejects the amount %j', (amount) => {
    expect(readSaleForm({ ...fields, amount })).toMatchObject({
      success: false,
      problems: { amount: expect.any(String) },
    });
  });

  it.each<[string, object, string]>([
    ['a missing terminal', { terminalId: '' }, 'terminalId'],
    ['an invalid terminal', { terminalId: '../etc' }, 'terminalId'],
    ['an empty reference', { reference: ' ' }, 'reference'],
    ['a long reference', { reference: 'x'.repeat(51) }, 'reference'],
    ['a missing key', { key: undefined }, 'form'],
  ])('reports %s as a problem of its field, and keeps the entered text', (_name, wrong, field) => {
    const reading = readSaleForm({ ...fields, ...wrong });
    if (reading.success) throw new Error('the form was accepted');
    expect(Object.keys(reading.problems)).toEqual([field]);
    expect(reading.entered.amount).toBe('11.70');
  });

  it('gives the same submission for a double click, and another one for another key or content', () => {
    const submission = (more: object): string | null => {
      const reading = readSaleForm({ ...fields, ...more });
      return reading.success ? reading.draft.id : null;
    };
    expect(submission({})).toBe(submission({}));
    const others = [
      submission({ amount: '11.71' }),
      submission({ terminalId: '16000011' }),
      submission({ reference: 'receipt-2' }),
      submission({ key: KEY.replace('0', '1') }),
    ];
    expect(new Set([submission({}), ...others]).size).toBe(5);
  });
});

describe('readRefundForm', () => {
  it('accepts one cent, and requires an amount above zero and a key', () => {
    const read = (fields: object): boolean =>
      readRefundForm({ amount: '0.01', key: KEY, ...fields }, 'sale').success;
    expect([read({}), read({ amount: '0' }), read({ amount: '0.001' }), read({ key: '' })]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('gives another submission for another sale', () => {
    const [one, other] = ['a', 'b'].map((sale) => readRefundForm({ amount: '1', key: KEY }, sale));
    expect(one).not.toEqual(other);
  });
});
