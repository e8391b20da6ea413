import { expect } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import { BAD_CARD } from '../../../test/cards.js';
import { GOOD_CARD } from '../world.js';
import type { World } from '../world.js';
// #region example
import { PaymentTimeline } from 'nestjs-pay/client';
import type { PaymentState, PayWallet } from 'nestjs-pay/client';

/** What the service says of an order. It only reads: ask as often as you like. */
export async function whatHappened(pay: PayWallet, orderCode: string) {
  const list = await pay.transactions.getLegacyTransactions(undefined, { orderCode });
  if (!list.success) throw new Error(list.message);
  const order = await pay.payments.getOrder(orderCode);
  if (!order.success) throw new Error(order.message);
  const { Transactions } = list.data;
  const { state } = PaymentTimeline.of(orderCode).withTransactions(Transactions).withOrder(order.data);
  return { ...answer(state), asked: order.data.RequestAmount, transactions: Transactions }; // MAJOR units
}

/** For the telephone. Minor units; trust them when `missing` is empty. */
function answer({ status, captured, refunded, maybeRefunded, attempts, missing }: PaymentState) {
  const payments = attempts.filter((attempt) => attempt.captured > 0); // more than one: paid more than once
  return { status, captured, refunded, maybeRefunded, missing, payments };
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { simulator, wallet } = world;
  const paidBy = () => -simulator.ledger.balance('cardholders', '978');

  // "I was charged twice": a declined try is none, a payment of an order that can be paid again is.
  const twice = await world.order();
  unwrap(await wallet.payments.updateOrder(twice, { disablePaidState: true }));
  simulator.checkout.pay(twice, BAD_CARD);
  simulator.checkout.pay(twice, GOOD_CARD);
  expect(await whatHappened(wallet, twice)).toMatchObject({ captured: 2450, payments: [{}], missing: [] });
  simulator.checkout.pay(twice, GOOD_CARD);
  const told = await whatHappened(wallet, twice);
  expect(told).toMatchObject({ status: 'paid', asked: 24.5, captured: 4900, payments: [{}, {}] });
  expect(paidBy()).toBe(4900n);

  // The answer to giving the second one back is lost, and somebody clicks again.
  const second = told.payments[1]?.transactionId ?? '';
  const giveBack = { amount: 2450, merchantTrns: `refund-${twice}` };
  simulator.faults.add({ operation: 'transactions.cancelTransaction', kind: 'executed-but-lost' });
  const lost = await wallet.transactions.cancelTransaction(second, giveBack);
  expect(unwrap(await wallet.transactions.resolveOutcome(lost))).toMatchObject({ state: 'done' });
  expect(await wallet.transactions.cancelTransaction(second, giveBack)).toMatchObject({
    code: 'alreadycanceled',
  });
  expect(await whatHappened(wallet, twice)).toMatchObject({ status: 'partly-refunded', refunded: 2450 });
  expect(paidBy()).toBe(2450n);

  // Yen have no decimals, and the order's code is above 2^53.
  const yen = await world.order({ amount: 1500, currencyCode: '392' });
  expect(BigInt(yen)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
  simulator.checkout.pay(yen, GOOD_CARD);
  expect(await whatHappened(wallet, yen)).toMatchObject({ asked: 1500, captured: 1500, refunded: 0 });
};
