import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import { toMajorUnits, toMinorUnits, unwrap } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Creates an order from a price in major units, such as '24.50'. */
export async function sell(pay: PayWallet, price: string, currency: 'EUR' | 'JPY') {
  const currencyCode = { EUR: '978', JPY: '392' }[currency]; // ISO 4217 numeric, as text
  const amount = toMinorUnits(price, currency); // 2450 for 24.50 EUR, 2450 for 2450 JPY
  return unwrap(await pay.payments.createOrder({ amount, currencyCode }));
}

/** Returns a payment's amount in minor units, and as text for people. */
export async function amountOf(pay: PayWallet, transactionId: string) {
  const payment = unwrap(await pay.transactions.getTransactionById(transactionId));
  const minor = toMinorUnits(payment.amount, payment.currencyCode); // responses are in MAJOR units
  return { minor, text: toMajorUnits(minor, payment.currencyCode) };
}
// #endregion

export const run = async ({ simulator, wallet }: World): Promise<void> => {
  const euros = await sell(wallet, '24.50', 'EUR');
  expect(await amountOf(wallet, simulator.pay(euros.orderCodeText).id)).toEqual({
    minor: 2450,
    text: '24.50',
  });
  const yen = await sell(wallet, '2450', 'JPY');
  expect(await amountOf(wallet, simulator.pay(yen.orderCodeText).id)).toEqual({ minor: 2450, text: '2450' });
  await expect(sell(wallet, '24.505', 'EUR')).rejects.toThrow('more than the 2 decimals');
};
