import { defineOperation } from '../../core/operation/operation.js';
import {
  CapturePreAuthOptions,
  CreateActionOptions,
  GetActionDetailsOptions,
  InitiateSaleOptions,
  PosFastRefundOptions,
  PosRebateOptions,
  PosRefundOptions,
  UnreferencedRefundOptions,
} from './pos-transactions.types.js';
import type { PosAction, PosActionDetails } from './pos-transactions.types.js';

/** Event IDs of rejections because of a session ID that was already used. */
export const DUPLICATE_SESSION_EVENTS = [1201, 1202, 1212] as const;

/** Common declaration of all requests to a terminal. Their fiscal receipts contain int64 codes at any depth. */
const TERMINAL_REQUEST = {
  method: 'POST',
  host: 'api',
  auth: 'cloudTerminal',
  retry: { callerKey: 'sessionId' },
  outcomeLookup: {
    read: 'pos.session.retrieveSessionById',
    about: 'session',
    from: 'sessionId',
    arrivedBefore: DUPLICATE_SESSION_EVENTS,
  },
  answer: { kind: 'empty' },
  hints: {
    409: 'If this session ID was already used, its payment may have been made. Read the session with the same ID before you use a new one.',
  },
} as const;

export const INITIATE_SALE_REQUEST = defineOperation<null>()({
  ...TERMINAL_REQUEST,
  id: 'pos.transactions.initiateSaleRequest',
  path: '/ecr/v1/transactions:sale',
  options: { dto: InitiateSaleOptions, in: 'json', int64: [] },
});

export const CAPTURE_PRE_AUTH_REQUEST = defineOperation<null>()({
  ...TERMINAL_REQUEST,
  id: 'pos.transactions.capturePreAuthRequest',
  path: '/ecr/v1/transactions:preauth-completion',
  options: { dto: CapturePreAuthOptions, in: 'json', int64: [] },
});

export const POS_REFUND_TRANSACTION = defineOperation<null>()({
  ...TERMINAL_REQUEST,
  id: 'pos.transactions.refundTransaction',
  path: '/ecr/v1/transactions:refund',
  options: { dto: PosRefundOptions, in: 'json', int64: [] },
});

export const UNREFERENCED_REFUND = defineOperation<null>()({
  ...TERMINAL_REQUEST,
  id: 'pos.transactions.unreferencedRefund',
  path: '/ecr/v1/transactions:unreferenced-refund',
  options: { dto: UnreferencedRefundOptions, in: 'json', int64: [] },
});

export const POS_FAST_REFUND = defineOperation<null>()({
  ...TERMINAL_REQUEST,
  id: 'pos.transactions.fastRefund',
  path: '/ecr/v1/transactions:fast-refund',
  options: { dto: PosFastRefundOptions, in: 'json', int64: [] },
});

export const POS_REBATE = defineOperation<null>()({
  ...TERMINAL_REQUEST,
  id: 'pos.transactions.rebate',
  path: '/ecr/v1/transactions:rebate',
  options: { dto: PosRebateOptions, in: 'json', int64: [] },
});

export const CREATE_ACTION = defineOperation<PosAction>()({
  id: 'pos.transactions.createAction',
  method: 'POST',
  host: 'api',
  path: '/ecr/v1/actions',
  auth: 'cloudTerminal',
  retry: 'unsafe',
  outcomeLookup: {
    nothing: 'An action can only be read by its ID, which was in the lost answer.',
  },
  options: { dto: CreateActionOptions, in: 'json' },
  answer: { kind: 'json', required: ['actionId'], members: { types: { actionId: 'text' } } },
});

export const GET_ACTION_DETAILS = defineOperation<PosActionDetails | null>()({
  id: 'pos.transactions.getActionDetails',
  method: 'GET',
  host: 'api',
  path: '/ecr/v1/actions/{actionId}',
  parameters: { actionId: 'text' },
  auth: 'cloudTerminal',
  retry: 'safe',
  options: { dto: GetActionDetailsOptions, in: 'query', toPath: { actionId: 'actionId' } },
  answer: {
    kind: 'json',
    required: ['actionId', 'successfullyProcessed'],
    members: { types: { successfullyProcessed: 'boolean' }, echoes: { actionId: 'actionId' } },
    pendingOn202: true,
  },
});
