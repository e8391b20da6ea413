// A marketplace: sells for a seller, and refunds with a key.
import { Marketplace, unwrap } from 'nestjs-pay/client';
import type { MarketplaceRefundAnswer } from 'nestjs-pay/client';
import { createPaySimulator } from 'nestjs-pay/simulator';
import { CARD } from './card.js';

const simulator = await createPaySimulator({ clock: 'manual' });
const marketplace = new Marketplace({
  ...simulator.credentials.marketplace,
  endpoints: simulator.endpoints,
  dev: true,
});
const seller = simulator.sellers.connect();
const transfer = { connectedAccountId: seller.accountId, amount: 9_000, platformFee: 1_000 };
const order = unwrap(await marketplace.payments.createOrder({ amount: 10_000, transfer }));
const outcome = simulator.checkout.pay(order.orderCodeText, CARD);
if (outcome.kind !== 'approved') throw new Error(outcome.kind);
await simulator.clock.advance(2 * 86_400_000);
const refund = (): Promise<MarketplaceRefundAnswer> =>
  marketplace.transactions
    .refund(outcome.transaction.id, { amount: 5_000, reverseTransfers: true, idempotencyKey: 'refund-17' })
    .then(unwrap);
const first = await refund();
const second = await refund();
await marketplace.close();
await simulator.close();
console.log(JSON.stringify({ isRefunded: first.transactionId !== '', isOnce: first.transactionId === second.transactionId }));
