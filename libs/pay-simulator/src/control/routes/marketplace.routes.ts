import type { Services } from '../../services/services.js';
import { sellerView } from '../account-views.js';
import { type Handlers } from '../control-route.js';
import { invitationOf } from './invitations.js';

/** Routes of the sellers and transfers of the marketplace. */
export const MARKETPLACE_ROUTES = {
  listSellers: ({ sellers }) => sellers.list().map(({ accountId }) => sellerView(sellers, accountId)),
  connectSeller: ({ sellers }, { body }) => sellerView(sellers, sellers.connect(body).accountId),
  inviteSeller: ({ sellers }, { body }) => sellers.invite(invitationOf(body)),
  getSeller: ({ sellers }, { path }) => sellerView(sellers, path.accountId),
  setSellerPayouts: ({ sellers }, { path, body }) => {
    sellers.changePayouts(path.accountId, body);
    return sellerView(sellers, path.accountId);
  },
  listTransfers: ({ transfers }) => transfers.list(),
  getTransfer: ({ transfers }, { path }) => transfers.get(path.transferId),
  sendFunds: ({ transfers }, { body }) =>
    transfers.send({ description: 'Transfer to seller', paymentId: null, ...body }),
  reverseTransfer: ({ transfers }, { path, body }) => transfers.reverse(path.transferId, body.amount),
} satisfies Handlers<Services>;
