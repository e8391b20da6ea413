import { unwrap } from 'nestjs-pay/client';
import type { CreateSellerAccountOptions, SellerPayouts } from 'nestjs-pay/client';
import { GOOD_CARD } from '../../cards.js';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrip, World } from './world.js';

export const PAYOUTS: SellerPayouts = {
  interval: 2,
  dayOfWeek: 2,
  amountThreshold: 1000,
  bankAccount: { iban: 'DE89370400440532013000', beneficiaryName: 'Example Seller Ltd' },
};

export const SELLER: CreateSellerAccountOptions = {
  email: 'seller@example.com',
  returnUrl: 'https://shop.example.com/connected',
  branding: { partnerName: 'Example Market', logoUrl: 'https://shop.example.com/logo.png' },
  legalName: 'Example Seller Ltd',
};

/** A seller that is connected and verified. */
export function connectedSeller({ simulator }: World, legalName?: string): string {
  return simulator.sellers.connect({ legalName }).accountId;
}

/** A transfer that ran: 24.50 from the platform's balance. */
export async function sentFunds(world: World, accountId = connectedSeller(world)): Promise<string> {
  const sent = await world.marketplace.transfers.sendFunds({ amount: 2450, connectedAccountId: accountId });
  return unwrap(sent).transferId;
}

/** A customer's payment of a platform's order, with its automatic transfer: 100.00, of which 90.00 less 10.00 for the seller. */
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

export const marketplaceRoundTrips: Record<string, RoundTrip> = {
  'Marketplace payments.createOrder': {
    succeeds: (world) =>
      world.marketplace.payments.createOrder({
        amount: 10_000,
        transfer: { amount: 9000, platformFee: 1000, connectedAccountId: connectedSeller(world) },
      }),
    refuses: (world) =>
      world.marketplace.payments.createOrder({
        amount: 10_000,
        transfer: { connectedAccountId: UNKNOWN_ID },
      }),
    code: 'rejected',
  },
  'Marketplace sellers.createAccount': {
    succeeds: (world) => world.marketplace.sellers.createAccount({ ...SELLER, payouts: PAYOUTS }),
    refuses: (world) =>
      world.marketplace.sellers.createAccount({
        ...SELLER,
        payouts: {
          ...PAYOUTS,
          // One that the service itself issued.
          bankAccount: { iban: world.simulator.wallets.primary.iban, beneficiaryName: 'Example Seller Ltd' },
        },
      }),
    code: 'rejected',
  },
  'Marketplace sellers.retrieveConnectedAccount': {
    succeeds: async (world) => {
      const { accountId } = unwrap(
        await world.marketplace.sellers.createAccount({ ...SELLER, payouts: PAYOUTS }),
      );
      return world.marketplace.sellers.retrieveConnectedAccount(accountId);
    },
    refuses: (world) => world.marketplace.sellers.retrieveConnectedAccount(UNKNOWN_ID),
    code: 'notfound',
  },
  'Marketplace sellers.updateConnectedAccount': {
    succeeds: (world) =>
      world.marketplace.sellers.updateConnectedAccount(connectedSeller(world), { payouts: PAYOUTS }),
    refuses: (world) => world.marketplace.sellers.updateConnectedAccount(UNKNOWN_ID, { payouts: PAYOUTS }),
    code: 'notfound',
  },
  'Marketplace transfers.sendFunds': {
    succeeds: (world) =>
      world.marketplace.transfers.sendFunds({ amount: 2450, connectedAccountId: connectedSeller(world) }),
    refuses: (world) =>
      world.marketplace.transfers.sendFunds({ amount: 2450, connectedAccountId: UNKNOWN_ID }),
    code: 'notfound',
  },
  'Marketplace transfers.createTransferReversal': {
    succeeds: async (world) => world.marketplace.transfers.createTransferReversal(await sentFunds(world)),
    refuses: async (world) =>
      world.marketplace.transfers.createTransferReversal(await sentFunds(world), { amount: 2451 }),
    code: 'rejected',
  },
  'Marketplace transactions.cancelTransaction': {
    succeeds: async (world) => {
      const { transactionId } = await paidWithTransfer(world);
      return world.marketplace.transactions.cancelTransaction(transactionId, {
        amount: 5000,
        reverseTransfers: true,
        refundPlatformFee: true,
      });
    },
    refuses: (world) => world.marketplace.transactions.cancelTransaction(UNKNOWN_ID, { amount: 5000 }),
    code: 'notfound',
  },
};
