import { FIM_CONTROL } from '../../domain/terminal-actions.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Schedules an action on a terminal. @see contract/openapi/pos.yaml pos.transactions.createAction */
export const createAction: MerchantHandler = ({ terminalActions }, { body }) => {
  const request = {
    terminalId: body.code('terminalId') ?? '',
    cashRegisterId: body.code('cashRegisterId') ?? '',
    actionType: body.text('actionType') ?? '',
  };
  const details = body.object('request');
  if (request.actionType === FIM_CONTROL) details?.require('token');
  body.check();
  const { actionId } = terminalActions.create(request);
  return ok({ ...request, actionId });
};
