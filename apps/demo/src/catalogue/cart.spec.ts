import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cartQuery, MAX_QUANTITY, orderLineOf, readCart } from './cart.js';
import { totalOf } from '../orders/order.js';
import { CATALOGUE } from './goods.js';

describe('readCart', () => {
  it('reads quantities from the form and prices from the catalogue', () => {
    const cart = readCart({ mug: '2', tea: '1', price: '1', lamp: '0' }, CATALOGUE);
    expect(cart.map(({ goods, quantity }) => [goods.id, quantity])).toEqual([
      ['mug', 2],
      ['tea', 1],
    ]);
    expect(totalOf(cart.map(orderLineOf))).toBe(2 * 1850 + 800);
  });

  it.each(['', '-1', '1.5', '1e1', '21', '999', ' 2', 'two', ['1', '2'], { a: 1 }, undefined])(
    'ignores the quantity %j',
    (field) => {
      expect(readCart({ mug: field }, CATALOGUE)).toEqual([]);
    },
  );

  it('reads every cart that cartQuery writes', () => {
    const quantities = fc.dictionary(
      fc.constantFrom(...CATALOGUE.map(({ id }) => id)),
      fc.integer({ min: 1, max: MAX_QUANTITY }).map(String),
    );
    fc.assert(
      fc.property(quantities, (fields) => {
        const cart = readCart(fields, CATALOGUE);
        expect(readCart(Object.fromEntries(new URLSearchParams(cartQuery(cart))), CATALOGUE)).toEqual(cart);
      }),
    );
  });

  it('has goods with unique fields and prices in whole minor units', () => {
    expect(new Set(CATALOGUE.map(({ id }) => id)).size).toBe(CATALOGUE.length);
    expect(CATALOGUE.every(({ price }) => Number.isSafeInteger(price) && price >= 30)).toBe(true);
  });
});
