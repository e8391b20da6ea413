import { expect } from '@jest/globals';
import { memoryIdempotency, PayWallet as Wallet } from 'nestjs-pay/client';
import { GOOD_CARD } from '../world.js';
import type { World } from '../world.js';
// #region example
import { unwrap } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Creates an order whose payment only holds the amount on the card. */
export async function hold(pay: PayWallet, amount: number): Promise<string> {
  return unwrap(await pay.payments.createOrder({ amount, preauth: true })).orderCodeText;
}

/** Adds to the held amount. `amount` is the increment, not the new total. */
export async function holdMore(pay: PayWallet, holdId: string, amount: number, extrasId: string) {
  return pay.transactions.increasePreauth(holdId, { amount }, { idempotencyKey: extrasId });
}

/** Captures the hold, in full or in part. The capture is a new transaction: refunds need its ID. */
export async function capture(pay: PayWallet, holdId: string, amount: number): Promise<string> {
  const options = { id: holdId, amount, merchantTrns: `capture-${holdId}` };
  const call = { idempotencyKey: `capture-${holdId}` };
  return unwrap(await pay.transactions.createTransaction(options, call)).TransactionId;
}

/** Releases the hold. `amount` is the held amount. */
export async function release(pay: PayWallet, holdId: string, amount: number): Promise<void> {
  const key = `release-${holdId}`;
  unwrap(
    await pay.transactions.cancelTransaction(holdId, { amount, merchantTrns: key }, { idempotencyKey: key }),
  );
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
  const held = async (): Promise<string> => {
    const paid = simulator.checkout.pay(await hold(pay, 20_000), GOOD_CARD);
    return paid.kind === 'approved' ? paid.transaction.id : '';
  };
  const first = await held();
  unwrap(await holdMore(pay, first, 1500, 'minibar-1'));
  const captureId = await capture(pay, first, 21_500);
  expect(captureId).not.toBe(first);
  expect(await capture(pay, first, 21_500)).toBe(captureId);
  unwrap(await pay.transactions.refund(captureId, { amount: 1500 }));

  const second = await held();
  await release(pay, second, 20_000);
  expect(await pay.transactions.getTransactionById(second)).toMatchObject({ data: { statusId: 'X' } });
  await pay.close();
};
