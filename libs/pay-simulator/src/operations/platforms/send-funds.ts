import type { Handler } from '../handler.js';
import { readId, transferReply } from './transfer-fields.js';

const DEFAULT_DESCRIPTION = 'Amount Settlement from Platform';

/** Sends funds to a seller immediately, or when a payment clears. @see contract/marketplace.json transfers.sendFunds */
export const sendFunds: Handler = ({ transfers }, { body }) => {
  body.require('amount', 'connectedAccountId');
  const details = {
    amount: body.integer('amount', { min: 1 }) ?? 0,
    accountId: readId(body, 'connectedAccountId') ?? '',
    paymentId: readId(body, 'transactionId') ?? null,
    description: body.text('description') ?? DEFAULT_DESCRIPTION,
  };
  body.check();
  return transferReply(transfers.send(details));
};
