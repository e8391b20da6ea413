import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import { acquiringFields } from './acquiring-fields.js';

/** Adds to what a pre-authorisation holds. @see contract/transactions.json transactions.increasePreauth */
export const increasePreauth =
  ({ idempotencyKeys, recharges }: Pick<Services, 'idempotencyKeys' | 'recharges'>): OperationHandler =>
  ({ path, body }) => {
    const { request, key } = acquiringFields(body);
    body.check();
    const preauthId = path.transactionId?.toLowerCase() ?? '';
    const { id } = idempotencyKeys.once('increasePreauth', key, { preauthId, ...request }, () =>
      recharges.increase(preauthId, request),
    );
    return { status: 200, json: { transactionId: id } };
  };
