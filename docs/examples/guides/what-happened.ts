import { expect } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import { BAD_CARD } from '../../../test/cards.js';
import { GOOD_CARD } from '../world.js';
import type { World } from '../world.js';
// #region example
import { PaymentTimeline } from 'nestjs-pay/client';
import type { PaymentState, PayWallet } from 'nestjs-pay/client';

/** Summarizes an order from the service's data. It only reads, so you can call it at any time. */
export async function whatHappened(pay: PayWallet, orderCode: string) {
  const list = await pay.transactions.getLegacyTransactions(undefined, { orderCode });
  if (!list.success) throw new Error(list.message);
  const order = await pay.payments.getOrder(orderCode);
  if (!order.success) throw new Error(order.message);
  const { Transactions } = list.data;
  const { state } = PaymentTimeline.of(orderCode).withTransactions(Transactions).withOrder(order.data);
  return { ...summarize(state), requested: order.data.RequestAmount, transactions: Transactions }; // MAJOR units
}

/** Summary for a support call, in minor units. The amounts are complete if `missing` is empty. */
function summarize({ status, captured, refunded, maybeRefunded, attempts, missing }: PaymentState) {
  const payments = attempts.filter((attempt) => attempt.captured > 0); // several: the customer paid several times
  return { status, captured, refunded, maybeRefunded, missing, payments };
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { simulator, wallet } = world;
  const paidBy = () => -(simulator.ledger().balances['978']?.['cardholders'] ?? 0n);

  // "I was charged twice": a declined attempt does not count, a second payment of the order does.
  const twice = await world.order();
  unwrap(await wallet.payments.updateOrder(twice, { disablePaidState: true }));
  simulator.checkout.pay(twice, BAD_CARD);
  simulator.checkout.pay(twice, GOOD_CARD);
  expect(await whatHappened(wallet, twice)).toMatchObject({ captured: 2450, payments: [{}], missing: [] });
  simulator.checkout.pay(twice, GOOD_CARD);
  const summary = await whatHappened(wallet, twice);
  expect(summary).toMatchObject({ status: 'paid', requested: 24.5, captured: 4900, payments: [{}, {}] });
  expect(paidBy()).toBe(4900n);

  // The response to the refund of the second payment is lost, and the refund is requested again.
  const second = summary.payments[1]?.transactionId ?? '';
  const refund = { amount: 2450, merchantTrns: `refund-${twice}` };
  simulator.faults.add({ operation: 'transactions.cancelTransaction', kind: 'executed-but-lost' });
  const lost = await wallet.transactions.cancelTransaction(second, refund);
  expect(unwrap(await wallet.transactions.resolveOutcome(lost))).toMatchObject({ state: 'done' });
  expect(await wallet.transactions.cancelTransaction(second, refund)).toMatchObject({
    code: 'alreadycanceled',
  });
  expect(await whatHappened(wallet, twice)).toMatchObject({ status: 'partly-refunded', refunded: 2450 });
  expect(paidBy()).toBe(2450n);

  // Yen have no decimals, and the order code is above 2^53.
  const yen = await world.order({ amount: 1500, currencyCode: '392' });
  expect(BigInt(yen)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
  simulator.checkout.pay(yen, GOOD_CARD);
  expect(await whatHappened(wallet, yen)).toMatchObject({ requested: 1500, captured: 1500, refunded: 0 });
};
