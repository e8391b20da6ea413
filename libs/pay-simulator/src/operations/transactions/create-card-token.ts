import { UUID } from '../../http/field-kinds.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';

/** Gives the token of the card that paid. @see contract/transactions.json transactions.createCardToken */
export const createCardToken =
  ({ cardTokens }: Pick<Services, 'cardTokens'>): OperationHandler =>
  ({ body }) => {
    body.require('transactionId');
    const transactionId = body.text('transactionId', { pattern: UUID, expected: 'a UUID' }) ?? '';
    const groupId = body.text('groupId');
    body.integer('cardTokenType', { min: 0, max: 1 });
    body.check();
    return { status: 200, json: { token: cardTokens.issue(transactionId, groupId) } };
  };
