import type { CreateCardTokenBody } from '../request-values.generated.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Returns the token of a transaction's card. @see contract/openapi/transactions.yaml transactions.createCardToken */
export const createCardToken: MerchantHandler<CreateCardTokenBody> = ({ cardTokens }, { body }) => {
  const { transactionId, groupId } = body;
  return ok({ token: cardTokens.issue(transactionId, groupId) });
};
