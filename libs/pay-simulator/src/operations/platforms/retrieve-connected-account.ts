import { ok } from '../../http/operation.js';
import type { Handler } from '../handler.js';
import { sellerView } from './seller-view.js';

/** Returns a seller's account. @see contract/marketplace.json sellers.retrieveConnectedAccount */
export const retrieveConnectedAccount: Handler = ({ sellers, invitations }, { path }) => {
  const account = sellers.get(path.accountId ?? '');
  const { accountId } = account;
  return ok(sellerView(account, sellers.payoutsOf(accountId), invitations.addressOf(accountId)));
};
