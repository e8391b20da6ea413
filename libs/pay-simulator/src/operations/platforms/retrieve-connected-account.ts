import type { Services } from '../../wiring/services.js';
import { ok, type OperationHandler } from '../../http/operation.js';
import { sellerView } from './seller-view.js';

/** Returns a seller's account. @see contract/marketplace.json sellers.retrieveConnectedAccount */
export const retrieveConnectedAccount =
  ({ sellers, invitations }: Services): OperationHandler =>
  ({ path }) => {
    const account = sellers.get(path.accountId ?? '');
    const { accountId } = account;
    return ok(sellerView(account, sellers.payoutsOf(accountId), invitations.addressOf(accountId)));
  };
