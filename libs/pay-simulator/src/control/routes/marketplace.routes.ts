import type { OnboardedAccount } from '../../domain/onboarding.js';
import type { Payouts } from '../../domain/payouts.js';
import type { SellerOptions } from '../../domain/sellers.js';
import type { Services } from '../../services/services.js';
import { bodyAs, parameter, handlers } from '../control-route.js';
import { invitationOf } from './invitations.js';

/** Routes of the sellers and transfers of the marketplace. */
export const MARKETPLACE_ROUTES = handlers({
  listSellers: ({ sellers }) => sellers.list().map(({ accountId }) => sellerView(sellers, accountId)),
  connectSeller: ({ sellers }, request) =>
    sellerView(sellers, sellers.connect(bodyAs<SellerOptions>(request)).accountId),
  inviteSeller: ({ sellers }, request) => sellers.invite(invitationOf(request)),
  getSeller: ({ sellers }, request) => sellerView(sellers, parameter(request, 'accountId')),
  setSellerPayouts: ({ sellers }, request) => {
    const accountId = parameter(request, 'accountId');
    sellers.changePayouts(accountId, bodyAs<Partial<Payouts>>(request));
    return sellerView(sellers, accountId);
  },
  listTransfers: ({ transfers }) => transfers.list(),
  getTransfer: ({ transfers }, request) => transfers.get(parameter(request, 'transferId')),
  sendFunds: ({ transfers }, request) =>
    transfers.send({
      description: 'Transfer to seller',
      paymentId: null,
      ...bodyAs<{ accountId: string; amount: number }>(request),
    }),
  reverseTransfer: ({ transfers }, request) =>
    transfers.reverse(parameter(request, 'transferId'), bodyAs<{ amount?: number }>(request).amount),
});

/** An account with its wallet, balance and payouts. */
interface SellerView {
  readonly account: OnboardedAccount;
  /** ID of the wallet. Null until the invitation is accepted. */
  readonly walletId: string | null;
  /** Available balance. */
  readonly available: bigint | null;
  /** Automatic payouts. */
  readonly payouts: Payouts | null;
}

function sellerView(sellers: Services['sellers'], accountId: string): SellerView {
  const account = sellers.get(accountId);
  const wallet = account.person === null ? undefined : sellers.walletOf(accountId);
  return {
    account,
    walletId: wallet?.id ?? null,
    available: wallet ? sellers.balance(accountId).available : null,
    payouts: sellers.payoutsOf(accountId) ?? null,
  };
}
