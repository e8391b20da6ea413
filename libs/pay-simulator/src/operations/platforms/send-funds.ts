import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import { idField, transferReply } from './transfer-fields.js';

const DEFAULT_DESCRIPTION = 'Amount Settlement from Platform';

/** Sends funds to a seller, now or when a payment settles. @see contract/marketplace.json transfers.sendFunds */
export const sendFunds =
  ({ transfers }: Pick<Services, 'transfers'>): OperationHandler =>
  ({ body }) => {
    body.require('amount', 'connectedAccountId');
    const terms = {
      amount: body.integer('amount', { min: 1 }) ?? 0,
      accountId: idField(body, 'connectedAccountId') ?? '',
      paymentId: idField(body, 'transactionId') ?? null,
      description: body.text('description') ?? DEFAULT_DESCRIPTION,
    };
    body.check();
    return transferReply(transfers.send(terms));
  };
