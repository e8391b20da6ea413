import type { Payouts } from '../../domain/payouts.js';
import type { SellerOptions } from '../../domain/sellers.js';
import { sellerView } from '../account-views.js';
import { handlers, type ControlInput } from '../control-route.js';
import { invitationOf, type InvitationBody } from './invitations.js';

/** Routes of the sellers and transfers of the marketplace. */
export const MARKETPLACE_ROUTES = handlers({
  listSellers: ({ sellers }) => sellers.list().map(({ accountId }) => sellerView(sellers, accountId)),
  connectSeller: ({ sellers }, { body }: ControlInput<SellerOptions>) =>
    sellerView(sellers, sellers.connect(body).accountId),
  inviteSeller: ({ sellers }, { body }: ControlInput<InvitationBody>) => sellers.invite(invitationOf(body)),
  getSeller: ({ sellers }, { path }) => sellerView(sellers, path.accountId),
  setSellerPayouts: ({ sellers }, { path, body }: ControlInput<Partial<Payouts>>) => {
    sellers.changePayouts(path.accountId, body);
    return sellerView(sellers, path.accountId);
  },
  listTransfers: ({ transfers }) => transfers.list(),
  getTransfer: ({ transfers }, { path }) => transfers.get(path.transferId),
  sendFunds: ({ transfers }, { body }: ControlInput<{ accountId: string; amount: number }>) =>
    transfers.send({ description: 'Transfer to seller', paymentId: null, ...body }),
  reverseTransfer: ({ transfers }, { path, body }: ControlInput<{ amount?: number }>) =>
    transfers.reverse(path.transferId, body.amount),
});
