import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type {
  GetActionDetailsOptions,
  PosAction,
  PosActionDetails,
} from '../pos-transactions/pos-transactions.types.js';
import {
  CREATE_ISV_ACTION,
  GET_ISV_ACTION_DETAILS,
  INITIATE_ISV_SALE,
  REFUND_ISV_TRANSACTION,
} from './isv-pos.operations.js';
import type { CreateIsvActionOptions, IsvRefundOptions, IsvSaleOptions } from './isv-pos.types.js';

/**
 * Requests to connected merchants' terminals. Sale and refund answer `data: null` as soon as the request is QUEUED: nothing
 * is paid then. The session tells what became of it: `pos.session.waitForSession`, `pos.session.retrieveSessionById`, or the
 * events 1802 and 1803. A `sessionId` that was used before is refused with HTTP 409; after a lost answer that 409 means that
 * the first request arrived.
 */
export class IsvPosTransactions extends Area {
  /**
   * Asks a terminal to take a payment, with the ISV's fee in it. A fee that the service does not accept, or a merchant that may
   * not take payments, ends the session with `eventId` 1013.
   *
   * @param options amounts in minor units; `isvDetails.amount` is contained in `amount`, `tipAmount` comes on top.
   * @see contract/isv.json pos.transactions.initiateSaleRequest
   */
  initiateSaleRequest(options: IsvSaleOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(INITIATE_ISV_SALE, { options }, call);
  }

  /**
   * Refunds a sale of a terminal, wholly or in part, on the day of payment as a void. `notfound`: the parent session is unknown or was
   * aborted. The session's `eventId` says why not: 1008 and 1021 not reversible, 1009 wrong amount, 1014 refunds are switched off.
   *
   * @param options amount in minor units; a `sessionId` of its own beside `parentSessionId`.
   * @see contract/isv.json pos.transactions.refundTransaction
   */
  refundTransaction(options: IsvRefundOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(REFUND_ISV_TRANSACTION, { options }, call);
  }

  /**
   * Schedules an action on a terminal and answers its id. There is no caller's key: a repeat schedules a second action.
   *
   * @see contract/isv.json pos.transactions.createAction
   */
  createAction(options: CreateIsvActionOptions, call?: CallOptions): Promise<MethodReturn<PosAction>> {
    return this.sender.send(CREATE_ISV_ACTION, { options }, call);
  }

  /**
   * Reads what became of an action. `pending` with `data: null` while the terminal has not finished: ask again.
   *
   * @see contract/isv.json pos.transactions.getActionDetails
   */
  getActionDetails(
    options: GetActionDetailsOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<PosActionDetails | null>> {
    return this.sender.send(GET_ISV_ACTION_DETAILS, { options }, call);
  }

  /** @deprecated use `initiateSaleRequest()`, which this calls. */
  initSale(options: IsvSaleOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.initiateSaleRequest(options, call);
  }

  /** @deprecated use `getActionDetails()`, which this calls. */
  getActionDatas(
    options: GetActionDetailsOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<PosActionDetails | null>> {
    return this.getActionDetails(options, call);
  }
}
