import { expect } from '@jest/globals';
import { memoryIdempotency, PayWallet as Wallet } from 'nestjs-pay/client';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Your record of a refund. Store it before you call the service. */
export interface RefundRequest {
  /** Your own ID: one for each refund, not for each attempt. */
  id: string;
  transactionId: string;
  /** Minor units: 500 is 5.00. */
  amount: number;
}

/** Refunds a payment once, however often you call it with the same record. */
export async function refundOnce(pay: PayWallet, { id, transactionId, amount }: RefundRequest) {
  const key = `refund-${id}`;
  const result = await pay.transactions.refund(
    transactionId,
    { amount, merchantTrns: key }, // the library finds a refund whose response was lost by its merchantTrns
    { idempotencyKey: key },
  );
  if (result.success) return { state: 'refunded', refundId: result.data.TransactionId } as const;
  if (result.error.outcome === 'unknown') return { state: 'call-again', reason: result.message } as const;
  return { state: 'failed', reason: result.message } as const; // nothing was refunded
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { simulator } = world;
  const { credentials, endpoints } = simulator;
  const pay = new Wallet({
    ...credentials.merchant,
    endpoints,
    dev: true,
    maxRetries: 0,
    idempotency: memoryIdempotency(),
  });
  const transactionId = await world.payment();
  const request = { id: '17', transactionId, amount: 500 };
  const refunded = await refundOnce(pay, request);
  expect(refunded).toMatchObject({ state: 'refunded' });
  expect(await refundOnce(pay, request)).toEqual(refunded);

  simulator.faults.add({ operation: 'transactions.cancelTransaction', kind: 'executed-but-lost' });
  const lost = { id: '18', transactionId, amount: 700 };
  await refundOnce(pay, lost);
  expect(await refundOnce(pay, lost)).toMatchObject({ state: 'refunded' });
  expect(simulator.transactions.get(transactionId).refunded).toBe(1200);

  expect(await refundOnce(pay, { id: '19', transactionId, amount: 9999 })).toMatchObject({ state: 'failed' });
  await pay.close();
};
