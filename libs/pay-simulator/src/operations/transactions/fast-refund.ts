import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import { acquiringFields, claimed } from './acquiring-fields.js';

/** Refunds within minutes; answers in minor units. @see contract/transactions.json transactions.fastRefund */
export const fastRefund =
  ({
    disbursements,
    idempotencyKeys,
    transactions,
  }: Pick<Services, 'disbursements' | 'idempotencyKeys' | 'transactions'>): OperationHandler =>
  ({ path, body, claim }) => {
    const { request, key } = acquiringFields(body);
    body.require('sourceCode', 'merchantTrns', 'idempotencyKey');
    body.check();
    const paymentId = path.transactionId ?? '';
    claim(claimed('fastRefund', paymentId, key));
    const { id, amount } = idempotencyKeys.once(
      'fastRefund',
      key,
      { paymentId: paymentId.toLowerCase(), ...request },
      () => disbursements.fastRefund(paymentId, request),
      (made) => transactions.get(made.id).status !== 'X',
    );
    return { status: 200, json: { transactionId: id, eventId: 0, amount: -amount } };
  };
