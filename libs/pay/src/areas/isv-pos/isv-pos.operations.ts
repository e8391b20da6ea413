import type { Operation, OptionsClass } from '../../core/operation.js';
import { SEARCH_DEVICES } from '../pos-devices/pos-devices.operations.js';
import {
  ABORT_SESSION,
  RETRIEVE_SESSION_BY_ID,
  RETRIEVE_SESSION_INFO_BY_DATE,
} from '../pos-session/pos-session.operations.js';
import {
  CREATE_ACTION,
  GET_ACTION_DETAILS,
  INITIATE_SALE_REQUEST,
  POS_REFUND_TRANSACTION,
} from '../pos-transactions/pos-transactions.operations.js';
import {
  CreateIsvActionOptions,
  IsvRefundOptions,
  IsvSaleOptions,
  SearchIsvDevicesOptions,
} from './isv-pos.types.js';
import type { IsvPosDevice, IsvSession } from './isv-pos.types.js';

/** A merchant's operation as an ISV has it: on `/ecr/isv/v1/`, with the token of the ISV's own credentials. */
function throughIsv<Data>(operation: Operation<Data>, dto?: OptionsClass): Operation<Data> {
  const { options, path } = operation;
  return {
    ...operation,
    path: path.replace('/ecr/v1/', '/ecr/isv/v1/'),
    auth: 'oauth',
    ...(options && dto && { options: { ...options, dto } }),
  };
}

export const SEARCH_ISV_DEVICES = throughIsv<IsvPosDevice[]>(SEARCH_DEVICES, SearchIsvDevicesOptions);
export const INITIATE_ISV_SALE = throughIsv(INITIATE_SALE_REQUEST, IsvSaleOptions);
export const REFUND_ISV_TRANSACTION = throughIsv(POS_REFUND_TRANSACTION, IsvRefundOptions);
export const CREATE_ISV_ACTION = throughIsv(CREATE_ACTION, CreateIsvActionOptions);
export const GET_ISV_ACTION_DETAILS = throughIsv(GET_ACTION_DETAILS);
export const RETRIEVE_ISV_SESSION_BY_ID = throughIsv<IsvSession | null>(RETRIEVE_SESSION_BY_ID);
export const RETRIEVE_ISV_SESSION_INFO_BY_DATE = throughIsv<IsvSession[]>(RETRIEVE_SESSION_INFO_BY_DATE);
export const ABORT_ISV_SESSION = throughIsv(ABORT_SESSION);
