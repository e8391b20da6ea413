import { defineOperation } from '../define-operation.js';
import {
  CapturePreAuthOptions,
  CreateActionOptions,
  GetActionDetailsOptions,
  InitiateSaleOptions,
  PosFastRefundOptions,
  PosRebateOptions,
  PosRefundOptions,
  UnreferencedRefundOptions,
} from './pos-transactions.options.generated.js';

/** Event IDs of rejections because of a session ID that was already used. */
const DUPLICATE_SESSION_EVENTS = [1201, 1202, 1212] as const;

/** Common declaration of all requests to a terminal. Their fiscal receipts contain int64 codes at any depth. */
export const TERMINAL_REQUEST = {
  outcomeLookup: {
    read: 'pos.session.retrieveSessionById',
    about: 'session',
    from: 'sessionId',
    arrivedBefore: DUPLICATE_SESSION_EVENTS,
  },
  hints: {
    409: 'If this session ID was already used, its payment may have been made. Read the session with the same ID before you use a new one.',
  },
} as const;

export const INITIATE_SALE_REQUEST = defineOperation('pos.transactions.initiateSaleRequest', {
  ...TERMINAL_REQUEST,
  options: { dto: InitiateSaleOptions, int64: [] },
});

export const CAPTURE_PRE_AUTH_REQUEST = defineOperation('pos.transactions.capturePreAuthRequest', {
  ...TERMINAL_REQUEST,
  options: { dto: CapturePreAuthOptions, int64: [] },
});

export const POS_REFUND_TRANSACTION = defineOperation('pos.transactions.refundTransaction', {
  ...TERMINAL_REQUEST,
  options: { dto: PosRefundOptions, int64: [] },
});

export const UNREFERENCED_REFUND = defineOperation('pos.transactions.unreferencedRefund', {
  ...TERMINAL_REQUEST,
  options: { dto: UnreferencedRefundOptions, int64: [] },
});

export const POS_FAST_REFUND = defineOperation('pos.transactions.fastRefund', {
  ...TERMINAL_REQUEST,
  options: { dto: PosFastRefundOptions, int64: [] },
});

export const POS_REBATE = defineOperation('pos.transactions.rebate', {
  ...TERMINAL_REQUEST,
  options: { dto: PosRebateOptions, int64: [] },
});

export const CREATE_ACTION = defineOperation('pos.transactions.createAction', {
  outcomeLookup: { nothing: 'An action can only be read by its ID, which was in the lost response.' },
  options: { dto: CreateActionOptions },
});

export const GET_ACTION_DETAILS = defineOperation('pos.transactions.getActionDetails', {
  options: { dto: GetActionDetailsOptions },
});
