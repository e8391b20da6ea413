import { expect } from '@jest/globals';
import { connectedSeller, DAY_MS } from '../world.js';
import type { World } from '../world.js';
// #region example
import { planReversals, planSplit } from 'nestjs-pay/client';
import type { Marketplace, SellerShare, SplitPlan, SplitRefund } from 'nestjs-pay/client';

/** What your database keeps of a payment that was split. */
export interface SplitRecord {
  transactionId: string;
  plan: SplitPlan;
  /** Account → transfer. */
  transferOf: Map<string, string>;
  /** That succeeded, oldest first. */
  refunds: SplitRefund[];
}

/** Once the payment is confirmed: 10 % are the platform's, the rest is the sellers'. Store it before you send anything. */
export function planPayment(transactionId: string, amount: number, sellers: SellerShare[]): SplitRecord {
  const plan = planSplit({ amount, sellers, platformFee: { basisPoints: 1000 } }); // amounts in minor units
  return { transactionId, plan, transferOf: new Map(), refunds: [] };
}

/** Sends what has not been sent. Store each transfer as it is made: sent again it would pay the seller twice. */
export async function sendShares(marketplace: Marketplace, record: SplitRecord): Promise<void> {
  const { transactionId, plan, transferOf } = record;
  for (const { connectedAccountId, amount } of plan.transfers) {
    if (transferOf.has(connectedAccountId)) continue;
    const sent = await marketplace.transfers.sendFunds({ connectedAccountId, amount, transactionId });
    if (!sent.success) throw new Error(`${sent.error.outcome}: ${sent.message}`); // unknown: look for event 8448 first
    transferOf.set(connectedAccountId, sent.data.transferId);
  }
}

/** Gives the customer money back, and takes the sellers' parts of it back from them. */
export async function refund(
  marketplace: Marketplace,
  record: SplitRecord,
  wanted: SplitRefund,
): Promise<void> {
  const { reversals } = planReversals(record.plan, wanted, record.refunds); // throws when it is more than is left
  const refunded = await marketplace.transactions.cancelTransaction(record.transactionId, {
    amount: wanted.amount,
    idempotencyKey: `refund-${record.transactionId}-${record.refunds.length + 1}`,
  });
  if (!refunded.success) throw new Error(`${refunded.error.outcome}: ${refunded.message}`);
  record.refunds.push(wanted);
  for (const { connectedAccountId, amount } of reversals) {
    const transferId = record.transferOf.get(connectedAccountId) ?? '';
    const reversed = await marketplace.transfers.createTransferReversal(transferId, { amount });
    if (!reversed.success) throw new Error(`${reversed.error.outcome}: ${reversed.message}`);
  }
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { sellers, clock } = world.simulator;
  const [first, second] = [connectedSeller(world), connectedSeller(world)];
  const payment = await world.payment({ amount: 10_001 });
  const record = planPayment(payment, 10_001, [
    { connectedAccountId: first, amount: 6001 },
    { connectedAccountId: second, amount: 4000 },
  ]);
  await sendShares(world.marketplace, record);
  await sendShares(world.marketplace, record);
  await clock.advance(2 * DAY_MS);
  const balances = () => [first, second].map((account) => sellers.balance(account).available);
  expect(balances()).toEqual([5401n, 3600n]);
  await refund(world.marketplace, record, { amount: 4000, connectedAccountId: second });
  expect(balances()).toEqual([5401n, 0n]);
  for (const amount of [333, 2667, 3001]) await refund(world.marketplace, record, { amount });
  expect(balances()).toEqual([0n, 0n]);
  await expect(refund(world.marketplace, record, { amount: 1 })).rejects.toThrow('only 0 minor units');
};
