import type { Payouts } from '../../domain/payouts.js';
import type { SellerOptions } from '../../domain/sellers.js';
import { sellerView } from '../account-views.js';
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
