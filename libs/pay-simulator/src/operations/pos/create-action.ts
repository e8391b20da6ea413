import { actionToken } from '../../domain/named-rules.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Schedules an action on a terminal. @see contract/openapi/pos.yaml pos.transactions.createAction */
export const createAction: MerchantHandler = ({ terminalActions }, { body }) => {
  const request = {
    terminalId: body.code('terminalId') ?? '',
    cashRegisterId: body.code('cashRegisterId') ?? '',
    actionType: body.text('actionType') ?? '',
  };
  const data = body.object('request');
  data?.require(...actionToken(request.actionType));
  const token = data?.text('token') ?? null;
  body.check();
  const { actionId } = terminalActions.create({ ...request, token });
  return ok({ ...request, actionId });
};
