import type { UpdateConnectedAccountBody } from '../request-values.generated.js';
import type { Handler } from '../handler.js';
import { payoutsOf } from './payout-fields.js';

/** Updates a seller's payouts. The response is empty. @see contract/openapi/marketplace.yaml sellers.updateConnectedAccount */
export const updateConnectedAccount: Handler<UpdateConnectedAccountBody> = ({ sellers }, { path, body }) => {
  const { accountId } = sellers.get(path.accountId ?? '');
  const payouts = payoutsOf(body);
  if (payouts) sellers.changePayouts(accountId, payouts);
  return { status: 204 };
};
