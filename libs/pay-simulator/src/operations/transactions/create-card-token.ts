import type { Services } from '../../services.js';
import type { OperationHandler } from '../operation.js';

const UUID = { pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, expected: 'a UUID' };

/** Gives the token of the card that paid. @see contract/transactions.json transactions.createCardToken */
export const createCardToken =
  ({ cardTokens }: Pick<Services, 'cardTokens'>): OperationHandler =>
  ({ body }) => {
    body.require('transactionId');
    const transactionId = body.text('transactionId', UUID) ?? '';
    const groupId = body.text('groupId');
    body.integer('cardTokenType', { min: 0, max: 1 });
    body.check();
    return { status: 200, json: { token: cardTokens.issue(transactionId, groupId) } };
  };
