import { FIM_CONTROL } from '../../domain/terminal-actions.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { wrongTypes } from './wrong-types.js';

const TYPES = {
  terminalId: 'string',
  cashRegisterId: 'string',
  actionType: 'string',
  request: 'object',
} as const;

/** Schedules an action on a terminal. @see contract/pos.json pos.transactions.createAction */
export const createAction: MerchantHandler = ({ terminalActions }, { body }) => {
  const wrong = wrongTypes(body, TYPES);
  if (wrong) return wrong;
  body.require('terminalId', 'cashRegisterId', 'request');
  const actionType = body.text('actionType') ?? '';
  if (actionType === FIM_CONTROL) body.object('request')?.require('token');
  body.check();
  const request = {
    terminalId: String(body.value('terminalId')),
    cashRegisterId: String(body.value('cashRegisterId')),
    actionType,
  };
  const { actionId } = terminalActions.create(request);
  return ok({ ...request, actionId });
};
