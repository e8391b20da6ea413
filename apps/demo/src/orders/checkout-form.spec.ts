import { describe, expect, it } from '@jest/globals';
import { readCheckoutForm } from './checkout-form.js';

const KEY = '0b8f7a1e-5c1d-4a51-9b7a-0a4f3f0c2d11';
const fields = { name: ' Ada Lovelace ', email: 'ada@example.com', mug: '2', key: KEY };

describe('readCheckoutForm', () => {
  it('uses the prices of the catalogue', () => {
    expect(readCheckoutForm({ ...fields, unitPrice: '1' })).toMatchObject({
      success: true,
      draft: {
        customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
        lines: [{ goodsId: 'mug', name: 'Stoneware mug', quantity: 2, unitPrice: 1850 }],
      },
    });
  });

  it('gives the same submission for a double click, and another one for another key or content', () => {
    const submission = (more: object): string | null => {
      const reading = readCheckoutForm({ ...fields, ...more });
      return reading.success ? reading.draft.submission : null;
    };
    expect(submission({})).toBe(submission({}));
    const others = [
      submission({ mug: '3' }),
      submission({ email: 'a@example.com' }),
      submission({ key: KEY.replace('0', '1') }),
    ];
    expect(new Set([submission({}), ...others]).size).toBe(4);
  });

  it.each<[string, object, string]>([
    ['no name', { name: '  ' }, 'name'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['no email', { email: '' }, 'email'],
    ['an invalid email address', { email: 'ada' }, 'email'],
    ['a long email address', { email: `${'x'.repeat(45)}@example.com` }, 'email'],
    ['no key', { key: undefined }, 'form'],
    ['lists instead of text', { name: ['a'], email: { a: 'b' } }, 'email'],
  ])('reports %s as a problem of its field, and keeps the cart', (_name, wrong, field) => {
    const reading = readCheckoutForm({ ...fields, ...wrong });
    if (reading.success) throw new Error('the form was accepted');
    expect(Object.keys(reading.problems)).toContain(field);
    expect(reading.cart).toHaveLength(1);
  });

  it('rejects a form without goods', () => {
    expect(readCheckoutForm({ ...fields, mug: '0' })).toMatchObject({ success: false, cart: [] });
  });
});
