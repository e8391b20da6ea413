import { expect } from '@jest/globals';
import { memoryIdempotency, PayWallet as Wallet } from 'nestjs-pay/client';
import { GOOD_CARD } from '../world.js';
import type { World } from '../world.js';
// #region example
import { unwrap } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Creates the first order of a subscription. The customer pays it on the checkout page. */
export async function subscribe(pay: PayWallet, amount: number): Promise<string> {
  const order = unwrap(await pay.payments.createOrder({ amount, allowRecurring: true }));
  return order.orderCodeText;
}

/** Charges the next period. `firstTransactionId` is the ID of the first payment, from event 1796. */
export async function chargeAgain(
  pay: PayWallet,
  firstTransactionId: string,
  amount: number,
  invoice: string,
) {
  return pay.transactions.createTransaction(
    { id: firstTransactionId, amount, merchantTrns: invoice },
    { idempotencyKey: `charge-${invoice}` }, // one charge for each invoice
  );
}

/** Offers the card of an earlier payment on the checkout page of a new order. */
export async function orderWithSavedCard(pay: PayWallet, transactionId: string, amount: number) {
  const { token } = unwrap(await pay.transactions.createCardToken({ transactionId })); // store it with the customer
  return unwrap(await pay.payments.createOrder({ amount, cardTokens: [token] }));
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
  const orderCode = await subscribe(pay, 990);
  const paid = simulator.checkout.pay(orderCode, GOOD_CARD);
  const first = paid.kind === 'approved' ? paid.transaction.id : '';
  const charged = await chargeAgain(pay, first, 1290, 'invoice-2');
  expect(charged).toMatchObject({ success: true, data: { Amount: 12.9 } });
  expect(await chargeAgain(pay, first, 1290, 'invoice-2')).toMatchObject({ data: charged.data });
  expect(simulator.transactions.list({ orderCode })).toHaveLength(2);
  // A declined charge: the issuer's reason is in `error.eventId`.
  expect(await chargeAgain(pay, first, 9951, 'invoice-3')).toMatchObject({ error: { eventId: 10_051 } });

  const order = await orderWithSavedCard(pay, first, 1990);
  expect(order.orderCodeText).toMatch(/^\d{16}$/);
  // Without allowRecurring, a payment cannot be charged again.
  expect(await chargeAgain(pay, await world.payment(), 990, 'invoice-4')).toMatchObject({ success: false });
  await pay.close();
};
