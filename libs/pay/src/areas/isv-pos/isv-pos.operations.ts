import { defineOperation } from '../../core/operation/operation.js';
import { SEARCH_DEVICES } from '../pos-devices/pos-devices.operations.js';
import {
  ABORT_SESSION,
  RETRIEVE_SESSION_BY_ID,
  RETRIEVE_SESSION_INFO_BY_DATE,
} from '../pos-session/pos-session.operations.js';
import {
  CREATE_ACTION,
  GET_ACTION_DETAILS,
  DUPLICATE_SESSION_EVENTS,
  INITIATE_SALE_REQUEST,
  POS_REFUND_TRANSACTION,
} from '../pos-transactions/pos-transactions.operations.js';
import type { PosAction, PosActionDetails } from '../pos-transactions/pos-transactions.types.js';
import {
  CreateIsvActionOptions,
  IsvRefundOptions,
  IsvSaleOptions,
  SearchIsvDevicesOptions,
} from './isv-pos.types.js';
import type { IsvPosDevice, IsvSession } from './isv-pos.types.js';

/** Outcome lookup of a request to a terminal. */
const BY_SESSION = {
  read: 'pos.session.retrieveSessionById',
  about: 'session',
  from: 'sessionId',
  client: 'isv',
  arrivedBefore: DUPLICATE_SESSION_EVENTS,
} as const;

// The merchant's operations, on another path and with the ISV's own token.

export const SEARCH_ISV_DEVICES = defineOperation<IsvPosDevice[]>()({
  ...SEARCH_DEVICES,
  path: '/ecr/isv/v1/devices:search',
  parameters: undefined,
  auth: 'oauth',
  options: { dto: SearchIsvDevicesOptions, in: 'json' },
});

export const INITIATE_ISV_SALE = defineOperation<null>()({
  ...INITIATE_SALE_REQUEST,
  path: '/ecr/isv/v1/transactions:sale',
  parameters: undefined,
  auth: 'oauth',
  outcomeLookup: BY_SESSION,
  options: { dto: IsvSaleOptions, in: 'json', int64: [] },
});

export const REFUND_ISV_TRANSACTION = defineOperation<null>()({
  ...POS_REFUND_TRANSACTION,
  path: '/ecr/isv/v1/transactions:refund',
  parameters: undefined,
  auth: 'oauth',
  outcomeLookup: BY_SESSION,
  options: { dto: IsvRefundOptions, in: 'json', int64: [] },
});

export const CREATE_ISV_ACTION = defineOperation<PosAction>()({
  ...CREATE_ACTION,
  path: '/ecr/isv/v1/actions',
  parameters: undefined,
  auth: 'oauth',
  options: { dto: CreateIsvActionOptions, in: 'json' },
});

export const GET_ISV_ACTION_DETAILS = defineOperation<PosActionDetails | null>()({
  ...GET_ACTION_DETAILS,
  path: '/ecr/isv/v1/actions/{actionId}',
  parameters: { actionId: 'text' },
  auth: 'oauth',
});

export const RETRIEVE_ISV_SESSION_BY_ID = defineOperation<IsvSession | null>()({
  ...RETRIEVE_SESSION_BY_ID,
  path: '/ecr/isv/v1/sessions/{sessionId}',
  parameters: { sessionId: 'text' },
  auth: 'oauth',
});

export const RETRIEVE_ISV_SESSION_INFO_BY_DATE = defineOperation<IsvSession[]>()({
  ...RETRIEVE_SESSION_INFO_BY_DATE,
  path: '/ecr/isv/v1/sessions',
  parameters: undefined,
  auth: 'oauth',
});

export const ABORT_ISV_SESSION = defineOperation<null>()({
  ...ABORT_SESSION,
  path: '/ecr/isv/v1/sessions/{sessionId}',
  parameters: { sessionId: 'text' },
  auth: 'oauth',
});
