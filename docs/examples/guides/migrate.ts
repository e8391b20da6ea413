import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import { getSmartCheckout } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Creates an order and returns its code and the address of the checkout page. */
export async function startCheckout(pay: PayWallet, amount: number) {
  const result = await pay.payments.createOrder({ amount }); // minor units, as before
  if (!result.success) throw new Error(`${result.code}: ${result.message}`);
  const orderCode = result.data.orderCodeText; // exact text; `orderCode` may be a number, as before
  const { dev, endpoints } = pay;
  return { orderCode, url: getSmartCheckout({ orderCode, dev, endpoints }) };
}

/** Refunds a payment. `success` now means that the service accepted the refund. */
export async function refund(pay: PayWallet, transactionId: string, amount: number): Promise<boolean> {
  const result = await pay.transactions.cancelTransaction(transactionId, { amount });
  if (result.success) return true;
  if (result.error.outcome === 'unknown') throw new Error('It may be refunded: ask before you repeat it.');
  return false; // `rejected` or `not-sent`: nothing was refunded
}

/** Charges again on an earlier payment. Before: `makeTransaction`. */
export function chargeAgain(pay: PayWallet, firstTransactionId: string, amount: number) {
  return pay.transactions.createTransaction({ id: firstTransactionId, amount });
}
// #endregion

export const run = async ({ simulator, wallet }: World): Promise<void> => {
  const { orderCode, url } = await startCheckout(wallet, 2450);
  expect((await fetch(url)).status).toBe(200);
  const { id } = simulator.pay(orderCode);
  expect(await refund(wallet, id, 9999)).toBe(false);
  expect(await refund(wallet, id, 2450)).toBe(true);
  const first = await wallet.payments.createOrder({ amount: 990, allowRecurring: true });
  const subscription = simulator.pay(first.success ? first.data.orderCodeText : '');
  expect(await chargeAgain(wallet, subscription.id, 990)).toMatchObject({ success: true });
};
