import { expect, it } from '@jest/globals';
import { currencyLetters } from './currency-codes.js';
import { isCurrencyCode } from './currencies.js';

const numbers = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));

it('knows the letters of exactly the currencies that an order may be in', () => {
  const lettered = numbers.filter((code) => /^[A-Z]{3}$/.test(currencyLetters(code)));
  expect(lettered).toEqual(numbers.filter(isCurrencyCode));
  expect(new Set(lettered.map(currencyLetters)).size).toBe(lettered.length);
});

it('names the usual ones', () => {
  expect(['978', '826', '392', '985', '348'].map(currencyLetters)).toEqual([
    'EUR',
    'GBP',
    'JPY',
    'PLN',
    'HUF',
  ]);
});
