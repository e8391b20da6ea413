import { defineOperation } from '../define-operation.js';
import {
  ABORT_SESSION,
  RETRIEVE_SESSION_BY_ID,
  RETRIEVE_SESSION_INFO_BY_DATE,
} from '../pos-session/pos-session.operations.js';
import {
  CREATE_ACTION,
  GET_ACTION_DETAILS,
  TERMINAL_REQUEST,
} from '../pos-transactions/pos-transactions.operations.js';
import {
  CreateIsvActionOptions,
  IsvRefundOptions,
  IsvSaleOptions,
  SearchIsvDevicesOptions,
} from './isv-pos.options.generated.js';

// The merchant's operations, on another path and with the ISV's own token.

/** Common declaration of requests to a terminal. */
const ISV_TERMINAL_REQUEST = {
  ...TERMINAL_REQUEST,
  outcomeLookup: { ...TERMINAL_REQUEST.outcomeLookup, client: 'isv' },
} as const;

export const SEARCH_ISV_DEVICES = defineOperation('isv:pos.devices.searchDevices', {
  options: { dto: SearchIsvDevicesOptions },
});

export const INITIATE_ISV_SALE = defineOperation('isv:pos.transactions.initiateSaleRequest', {
  ...ISV_TERMINAL_REQUEST,
  options: { dto: IsvSaleOptions, int64: [] },
});

export const REFUND_ISV_TRANSACTION = defineOperation('isv:pos.transactions.refundTransaction', {
  ...ISV_TERMINAL_REQUEST,
  options: { dto: IsvRefundOptions, int64: [] },
});

export const CREATE_ISV_ACTION = defineOperation('isv:pos.transactions.createAction', {
  outcomeLookup: CREATE_ACTION.outcomeLookup,
  options: { dto: CreateIsvActionOptions },
});

export const GET_ISV_ACTION_DETAILS = defineOperation('isv:pos.transactions.getActionDetails', {
  options: GET_ACTION_DETAILS.options,
});

export const RETRIEVE_ISV_SESSION_BY_ID = defineOperation('isv:pos.session.retrieveSessionById', {
  options: RETRIEVE_SESSION_BY_ID.options,
  response: RETRIEVE_SESSION_BY_ID.response,
});

export const RETRIEVE_ISV_SESSION_INFO_BY_DATE = defineOperation(
  'isv:pos.session.retrieveSessionInfoByDate',
  { options: RETRIEVE_SESSION_INFO_BY_DATE.options, response: RETRIEVE_SESSION_INFO_BY_DATE.response },
);

export const ABORT_ISV_SESSION = defineOperation('isv:pos.session.abortSession', {
  options: ABORT_SESSION.options,
});
