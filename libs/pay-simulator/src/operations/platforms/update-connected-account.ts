import type { Handler } from '../handler.js';
import { readPayouts } from './payout-fields.js';

/** Updates a seller's payouts. The response is empty. @see contract/openapi/marketplace.yaml sellers.updateConnectedAccount */
export const updateConnectedAccount: Handler = ({ sellers }, { path, body }) => {
  const { accountId } = sellers.get(path.accountId ?? '');
  const payouts = readPayouts(body);
  body.check();
  if (payouts) sellers.changePayouts(accountId, payouts);
  return { status: 204 };
};
