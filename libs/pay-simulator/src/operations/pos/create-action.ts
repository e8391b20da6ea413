import { requireFields } from '../../http/request-values.js';
import type { CreateActionBody } from '../request-values.generated.js';
import { actionToken } from '../../domain/named-rules.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Schedules an action on a terminal. @see contract/openapi/pos.yaml pos.transactions.createAction */
export const createAction: MerchantHandler<CreateActionBody> = ({ terminalActions }, { body }) => {
  const { terminalId, cashRegisterId, actionType = '', request: data } = body;
  const { token = null } = data;
  requireFields(data, actionToken(actionType), 'request');
  const request = { terminalId, cashRegisterId, actionType };
  const { actionId } = terminalActions.create({ ...request, token });
  return ok({ ...request, actionId });
};
