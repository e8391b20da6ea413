import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import {
  CAPTURE_PRE_AUTH_REQUEST,
  CREATE_ACTION,
  GET_ACTION_DETAILS,
  INITIATE_SALE_REQUEST,
  POS_FAST_REFUND,
  POS_REBATE,
  POS_REFUND_TRANSACTION,
  UNREFERENCED_REFUND,
} from './pos-transactions.operations.js';
import type {
  CapturePreAuthOptions,
  CreateActionOptions,
  GetActionDetailsOptions,
  InitiateSaleOptions,
  PosAction,
  PosActionDetails,
  PosFastRefundOptions,
  PosRebateOptions,
  PosRefundOptions,
  UnreferencedRefundOptions,
} from './pos-transactions.types.js';

/**
 * Requests to a terminal. All but the actions answer `data: null` as soon as the request is QUEUED: nothing is paid then.
 * The session tells what became of it: `pos.session.waitForSession`, `pos.session.retrieveSessionById`, or the events 1802
 * and 1803, which can arrive before the answer here. A `sessionId` that was used before is refused with HTTP 409; after a lost answer
 * that 409 means that the first request arrived.
 */
export class PayPosTransactions extends Area {
  /**
   * Asks a terminal to take a payment or, with `preauth`, to hold an amount.
   *
   * @param options amounts in minor units; `tipAmount` comes on top of `amount`.
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  initiateSaleRequest(options: InitiateSaleOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(INITIATE_SALE_REQUEST, { options }, call);
  }

  /**
   * Takes a pre-authorised amount, wholly or in part. `notfound`: the parent session is unknown or was aborted.
   * A wrong amount ends the session with `eventId` 1017.
   *
   * @param options amount in minor units; a `sessionId` of its own beside `parentSessionId`.
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  capturePreAuthRequest(options: CapturePreAuthOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(CAPTURE_PRE_AUTH_REQUEST, { options }, call);
  }

  /**
   * Refunds a sale of a terminal, wholly or in part, on the day of payment as a void. `notfound`: the parent session is unknown or was
   * aborted. The session's `eventId` says why not: 1008 and 1021 not reversible, 1009 wrong amount, 1014 refunds are switched off.
   *
   * @param options amount in minor units; a `sessionId` of its own beside `parentSessionId`.
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  refundTransaction(options: PosRefundOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(POS_REFUND_TRANSACTION, { options }, call);
  }

  /**
   * Refunds to a card that is presented, without an earlier sale: nothing bounds the amount.
   *
   * @param options amount in minor units.
   * @see https://developer.viva.com/viva-fiscalisation/greece/faq
   */
  unreferencedRefund(options: UnreferencedRefundOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(UNREFERENCED_REFUND, { options }, call);
  }

  /**
   * Refunds almost at once to a Visa, Mastercard or Maestro card that is presented. Off until the service approves it for the merchant.
   *
   * @param options amount in minor units.
   * @see https://developer.viva.com/apis-for-point-of-sale/fastrefundrebate
   */
  fastRefund(options: PosFastRefundOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(POS_FAST_REFUND, { options }, call);
  }

  /**
   * Pays a rebate to a Visa, Mastercard or Maestro card that is presented. Off until the service approves it for the merchant.
   *
   * @param options amount in minor units.
   * @see https://developer.viva.com/apis-for-point-of-sale/fastrefundrebate
   */
  rebate(options: PosRebateOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(POS_REBATE, { options }, call);
  }

  /**
   * Schedules an action on a terminal and answers its id. There is no caller's key: a repeat schedules a second action.
   *
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  createAction(options: CreateActionOptions, call?: CallOptions): Promise<MethodReturn<PosAction>> {
    return this.sender.send(CREATE_ACTION, { options }, call);
  }

  /**
   * Reads what became of an action. `pending` with `data: null` while the terminal has not finished: ask again.
   *
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  getActionDetails(
    options: GetActionDetailsOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<PosActionDetails | null>> {
    return this.sender.send(GET_ACTION_DETAILS, { options }, call);
  }
}
