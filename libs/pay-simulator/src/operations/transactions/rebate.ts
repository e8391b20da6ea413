import type { Services } from '../../services.js';
import type { OperationHandler } from '../operation.js';
import { acquiringFields } from './acquiring-fields.js';

/** Sends money to the card of a payment; answers in minor units. @see contract/transactions.json transactions.rebate */
export const rebate =
  ({
    disbursements,
    idempotencyKeys,
  }: Pick<Services, 'disbursements' | 'idempotencyKeys'>): OperationHandler =>
  ({ path, body }) => {
    const { request, key } = acquiringFields(body);
    body.check();
    const { id, amount } = idempotencyKeys.once('rebate', key, () =>
      disbursements.rebate(path.transactionId ?? '', request),
    );
    return { status: 200, json: { transactionId: id, eventId: 0, amount: -amount } };
  };
