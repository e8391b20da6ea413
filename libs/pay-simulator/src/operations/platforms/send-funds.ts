import type { Handler } from '../handler.js';
import { transferReply } from './transfer-fields.js';

const DEFAULT_DESCRIPTION = 'Amount Settlement from Platform';

/** Sends funds to a seller immediately, or when a payment clears. @see contract/openapi/marketplace.yaml transfers.sendFunds */
export const sendFunds: Handler = ({ transfers }, { body }) => {
  const details = body.checked({
    amount: body.integer('amount', { required: true }),
    accountId: body.text('connectedAccountId', { required: true }),
    paymentId: body.text('transactionId') ?? null,
    description: body.text('description') ?? DEFAULT_DESCRIPTION,
  });
  return transferReply(transfers.send(details));
};
