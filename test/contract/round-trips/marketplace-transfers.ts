import { unwrap } from 'nestjs-pay/client';
import { GOOD_CARD } from '../../cards.js';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrips } from './round-trip.js';
import type { World } from './world.js';

/** Connects a verified seller and returns the account ID. */
export function connectedSeller({ simulator }: World, legalName?: string): string {
  return simulator.sellers.connect({ legalName }).accountId;
}

/** Sends 24.50 from the platform's balance and returns the transfer ID. */
export async function sentFunds(world: World, accountId = connectedSeller(world)): Promise<string> {
  const sent = await world.marketplace.transfers.sendFunds({ amount: 2450, connectedAccountId: accountId });
  return unwrap(sent).transferId;
}

/** Pays a platform's order of 100.00 with an automatic transfer of 90.00 less a fee of 10.00. */
export async function paidWithTransfer(
  world: World,
  accountId = connectedSeller(world),
): Promise<{ transactionId: string; accountId: string }> {
  const order = await world.marketplace.payments.createOrder({
    amount: 10_000,
    transfer: { amount: 9000, platformFee: 1000, connectedAccountId: accountId },
  });
  const outcome = world.simulator.checkout.pay(unwrap(order).orderCodeText, GOOD_CARD);
  if (outcome.kind !== 'approved') throw new Error(`the payment is ${outcome.kind}`);
  return { transactionId: outcome.transaction.id, accountId };
}

export const roundTrips: RoundTrips = {
  'transfers.sendFunds': {
    fails: (world) => world.marketplace.transfers.sendFunds({ amount: 2450, connectedAccountId: UNKNOWN_ID }),
    code: 'notfound',
  },
  'transfers.createTransferReversal': {
    // Options without an amount are rejected: a full reversal needs no options, or `amount: null`.
    arguments: ({ transferId }, options) => ('amount' in options ? [transferId, options] : [transferId]),
    fails: async (world) =>
      world.marketplace.transfers.createTransferReversal(await sentFunds(world), { amount: 2451 }),
    code: 'rejected',
  },
};
