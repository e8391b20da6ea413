import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import { payoutFields } from './payout-fields.js';

/** Changes a seller's payouts; answers nothing. @see contract/marketplace.json sellers.updateConnectedAccount */
export const updateConnectedAccount =
  ({ sellers }: Pick<Services, 'sellers'>): OperationHandler =>
  ({ path, body }) => {
    const { accountId } = sellers.get(path.accountId ?? '');
    const payouts = payoutFields(body);
    body.check();
    if (payouts) sellers.changePayouts(accountId, payouts);
    return { status: 204 };
  };
