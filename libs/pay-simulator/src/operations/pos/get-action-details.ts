import { Refusal } from '../../domain/refusal.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { membersOf } from '../members-of.js';

/** Returns the result of an action, or an empty 202 while it runs. @see contract/openapi/pos.yaml pos.transactions.getActionDetails */
export const getActionDetails: MerchantHandler = ({ terminalActions }, { path }) => {
  const action = terminalActions.find(path.actionId ?? '');
  if (!action) throw new Refusal(404, 'Action was not found');
  const { result } = action;
  if (result === null) return { status: 202 };
  const { success: successfullyProcessed, message } = result;
  const response = { status: successfullyProcessed ? 'success' : 'failed', message };
  const values = { ...action, successfullyProcessed, response };
  return ok(membersOf('pos.transactions.getActionDetails', values));
};
