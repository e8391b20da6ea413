import { unwrap } from 'nestjs-pay';
import type { PaySimulator } from 'pay-simulator';
import type { Shop } from './webhook-shop.js';

type SimulatedTransaction = ReturnType<PaySimulator['transactions']['get']>;
type MakePayment = (
  shop: Shop,
  simulator: PaySimulator,
) => SimulatedTransaction | Promise<SimulatedTransaction>;

const pay: MakePayment = async (shop, simulator) => simulator.pay(await newOrder(shop));

/** Kinds of payments. In all but the first kind, the order has other transactions, which the service still shows after the reversal. */
export const PAYMENTS = {
  'a sale': async (_, simulator) => {
    const { transactionId } = await simulator.trigger('terminal-sale', { amount: 2450 });
    return simulator.transactions.get(transactionId ?? '');
  },
  'a sale after a declined try': async (shop, simulator) => {
    const order = await newOrder(shop);
    simulator.trigger('decline', { orderCode: order });
    return simulator.pay(order);
  },
  'a capture': (_, simulator) =>
    simulator.trigger('capture', { transactionId: simulator.trigger('preauth', { amount: 2450 }).id }),
  'a recurring charge': async (shop, simulator) => {
    const { id } = await pay(shop, simulator);
    const { TransactionId } = unwrap(await shop.pay.transactions.createTransaction({ id, amount: 990 }));
    return simulator.transactions.get(TransactionId ?? '');
  },
  'a second payment of an order': async (shop, simulator) => {
    const order = await newOrder(shop);
    simulator.pay(order);
    return simulator.pay(order);
  },
} as const satisfies Record<string, MakePayment>;

export type PaymentKind = keyof typeof PAYMENTS;
export const PAYMENT_KINDS = Object.keys(PAYMENTS) as PaymentKind[];

/** Creates an order that can be paid several times and charged again. */
async function newOrder({ pay: { payments } }: Shop) {
  const { orderCodeText } = unwrap(
    await payments.createOrder({ amount: 2450, merchantTrns: 'cart-1', allowRecurring: true }),
  );
  unwrap(await payments.updateOrder(orderCodeText, { disablePaidState: true }));
  return orderCodeText;
}
