import { describe, expect, it } from '@jest/globals';
import { PayError } from '../core/operation/method-return.js';
import { getSmartCheckout } from './smart-checkout.js';

const LIVE = 'https://www.vivapayments.com/web/checkout';

describe('getSmartCheckout', () => {
  it.each([
    [{ orderCode: '1272214778972604' }, `${LIVE}?ref=1272214778972604`],
    [{ orderCode: 1272214778972604 }, `${LIVE}?ref=1272214778972604`],
    [{ orderCode: 9271655739472609n }, `${LIVE}?ref=9271655739472609`],
    [{ orderCode: '1', dev: true }, 'https://demo.vivapayments.com/web/checkout?ref=1'],
    [{ orderCode: '1', color: '#0000FF' }, `${LIVE}?ref=1&color=0000ff`],
    [{ orderCode: '1', color: '0af', paymentMethod: 23 }, `${LIVE}?ref=1&color=00aaff&paymentMethod=23`],
    [{ orderCode: '1', paymentMethod: 0 }, `${LIVE}?ref=1&paymentMethod=0`],
    [{ orderCode: '1', paymentMethod: 39 }, `${LIVE}?ref=1&paymentMethod=39`],
    [{ orderCode: '1', paymentMethod: 221 }, `${LIVE}?ref=1&paymentMethod=221`],
    [{ orderCode: '1', color: null, paymentMethod: null }, `${LIVE}?ref=1`],
    [
      { orderCode: '1', endpoints: { web: 'http://127.0.0.1:4010/web' } },
      'http://127.0.0.1:4010/web/web/checkout?ref=1',
    ],
  ])(
    'returns the address of the checkout page for %p [payments.2] [payments.11] [payments.12]',
    (options, url) => {
      expect(getSmartCheckout(options)).toBe(url);
    },
  );

  it.each([
    [{ orderCode: '1&x=2' }, 'orderCode'],
    [{ orderCode: 9271655739472608 }, 'orderCode'],
    [{ orderCode: '1', color: 'red' }, 'color'],
    [{ orderCode: '1', color: '00&ref=2' }, 'color'],
    [{ orderCode: '1', paymentMethod: -1 }, 'paymentMethod'],
    [{ orderCode: '1', paymentMethod: Number.NaN }, 'paymentMethod'],
    [{ orderCode: '1', endpoints: { web: 'http://pay.example' } }, 'endpoints.web'],
    [{ orderCode: '1', dev: 'true' as never }, 'dev'],
    [{ orderCode: '1', paymentMetod: 3 } as never, 'paymentMetod'],
    [undefined as never, 'orderCode'],
  ])('throws an error that names the invalid option of %p', (options, field) => {
    try {
      getSmartCheckout(options);
    } catch (error) {
      expect(error).toBeInstanceOf(PayError);
      expect((error as PayError).code).toBe('validationerror');
      expect((error as PayError).error.fields.map((problem) => problem.field)).toEqual([field]);
      return;
    }
    throw new Error('the options were accepted');
  });
});
