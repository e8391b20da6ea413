import { expect } from '@jest/globals';
import { GOOD_CARD, UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { MotoCard, PayWallet } from 'nestjs-pay/client';

/** Charges an order to a card that the customer read out by telephone. Never store or log the card. */
export async function chargeByTelephone(pay: PayWallet, orderCode: string, card: MotoCard): Promise<string> {
  const charged = await pay.transactions.makeMotoCardCharge({ moto: true, orderCode, creditcard: card });
  if (charged.success) return charged.data.TransactionId; // the order's amount was charged
  if (charged.error.outcome === 'unknown')
    throw new Error('It may have been charged: list the transactions of the order before you repeat this.');
  throw new Error(charged.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const card = { number: GOOD_CARD.number, expirationDate: '2030-11-30', cvc: GOOD_CARD.cvc };
  expect(await chargeByTelephone(world.wallet, await world.order(), card)).toMatch(UUID);
};
