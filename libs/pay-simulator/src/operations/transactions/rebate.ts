import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import { acquiringFields, claimed } from './acquiring-fields.js';

/** Sends money to the card of a payment; answers in minor units. @see contract/transactions.json transactions.rebate */
export const rebate =
  ({
    disbursements,
    idempotencyKeys,
    transactions,
  }: Pick<Services, 'disbursements' | 'idempotencyKeys' | 'transactions'>): OperationHandler =>
  ({ path, body, claim }) => {
    const { request, key } = acquiringFields(body);
    body.check();
    const paymentId = path.transactionId ?? '';
    claim(claimed('rebate', paymentId, key));
    const { id, amount } = idempotencyKeys.once(
      'rebate',
      key,
      { paymentId: paymentId.toLowerCase(), ...request },
      () => disbursements.rebate(paymentId, request),
      (made) => transactions.get(made.id).status !== 'X',
    );
    return { status: 200, json: { transactionId: id, eventId: 0, amount: -amount } };
  };
