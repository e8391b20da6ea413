import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Saves the card of a payment and offers it in the customer's next order. */
export async function orderWithSavedCard(pay: PayWallet, transactionId: string): Promise<string> {
  const card = await pay.transactions.createCardToken({ transactionId });
  if (!card.success) throw new Error(card.message); // also `forbidden` if the transaction is unknown
  const order = await pay.payments.createOrder({
    amount: 1990, // minor units: 19.90
    cardTokens: [card.data.token],
  });
  if (!order.success) throw new Error(order.message);
  return order.data.orderCodeText;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await orderWithSavedCard(world.wallet, await world.payment())).toMatch(/^\d{16}$/);
};
