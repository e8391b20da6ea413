import { expect } from '@jest/globals';
import { GOOD_CARD, UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { MotoCard, PayISV } from 'nestjs-pay/client';

/** Charges a merchant's order to a card that the customer read out by telephone. Never store or log the card. */
export async function chargeByTelephone(
  pay: PayISV,
  order: { orderCode: string; targetMerchantId: string },
  card: MotoCard,
): Promise<string> {
  const charged = await pay.transactions.makeMotoCardCharge({
    ...order,
    moto: true,
    creditcard: card,
    isvAmount: 100, // default: the fee of the order
  });
  if (charged.success) return charged.data.TransactionId; // the order's amount was charged
  if (charged.error.outcome === 'unknown')
    throw new Error('It may have been charged: list the transactions of the order before you repeat this.');
  throw new Error(charged.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const card = { number: GOOD_CARD.number, expirationDate: '2030-11-30', cvc: GOOD_CARD.cvc };
  expect(await chargeByTelephone(world.isv, await world.isvOrder(), card)).toMatch(UUID);
};
