import type { SendFundsBody } from '../request-values.generated.js';
import type { Handler } from '../handler.js';
import { transferReply } from './transfer-fields.js';

const NO_DETAILS = { description: 'Amount Settlement from Platform', transactionId: null };

/** Sends funds to a seller immediately, or when a payment clears. @see contract/openapi/marketplace.yaml transfers.sendFunds */
export const sendFunds: Handler<SendFundsBody> = ({ transfers }, { body }) => {
  const details = { ...NO_DETAILS, ...body };
  const { amount, connectedAccountId: accountId, description, transactionId: paymentId } = details;
  return transferReply(transfers.send({ amount, accountId, description, paymentId }));
};
