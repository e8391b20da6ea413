import { operations } from '../define-operation.js';
import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type {
  CapturePreAuthOptions,
  CreateActionOptions,
  GetActionDetailsOptions,
  InitiateSaleOptions,
  PosFastRefundOptions,
  PosRebateOptions,
  PosRefundOptions,
  UnreferencedRefundOptions,
} from '../options.generated.js';
import type { PosAction, PosActionDetails } from '../results.generated.js';

/**
 * Sends requests to a terminal.
 * All calls except the actions return `data: null` once the request is QUEUED; nothing is paid then.
 * Get the result with `pos.session.waitForSession`, `pos.session.retrieveSessionById`, or the events 1802 and 1803.
 * Those events can arrive before the response of the call.
 * The `sessionId` identifies the request: after `outcome: 'unknown'`, call again with the SAME `sessionId`, which never
 * pays twice. The service rejects a used `sessionId` with HTTP 409. After a lost response, that means that the first
 * request arrived.
 */
export class PayPosTransactions extends Area {
  /**
   * Starts a payment on a terminal or, with `preauth`, holds an amount.
   *
   * @param options Amounts are in minor units. `tipAmount` is added to `amount`.
   * @example
   * const queued = await pay.pos.transactions.initiateSaleRequest({
   *   sessionId,
   *   terminalId,
   *   cashRegisterId: 'till-1',
   *   amount: 1170, // minor units
   *   currencyCode: '978',
   *   merchantReference: 'receipt-1',
   * });
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  initiateSaleRequest(options: InitiateSaleOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(operations['pos.transactions.initiateSaleRequest'], { options }, call);
  }

  /**
   * Captures a pre-authorized amount in full or in part.
   * Fails with `notfound` if the parent session is unknown or was aborted. A wrong amount ends the session with
   * `eventId` 1017.
   *
   * @param options Amount in minor units. `sessionId` must be new and differ from `parentSessionId`.
   * @example
   * const queued = await pay.pos.transactions.capturePreAuthRequest({
   *   sessionId: `${heldIn}-capture`, // a new ID
   *   parentSessionId: heldIn,
   *   terminalId,
   *   cashRegisterId: 'till-1',
   *   amount: 900, // minor units
   *   currencyCode: '978',
   *   merchantReference: 'receipt-1',
   * });
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  capturePreAuthRequest(options: CapturePreAuthOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(operations['pos.transactions.capturePreAuthRequest'], { options }, call);
  }

  /**
   * Refunds a terminal's sale in full or in part. On the day of the payment, the refund is a void.
   * Fails with `notfound` if the parent session is unknown or was aborted.
   * The session's `eventId` shows why a refund failed: 1008 and 1021 not reversible, 1009 wrong amount, 1014
   * refunds are disabled.
   *
   * @param options Amount in minor units. `sessionId` must be new and differ from `parentSessionId`.
   * @example
   * const queued = await pay.pos.transactions.refundTransaction({
   *   sessionId: refundId, // call again with the same ID after a lost response
   *   parentSessionId: saleSessionId,
   *   terminalId,
   *   cashRegisterId: 'till-1',
   *   amount: 1170, // minor units
   *   currencyCode: '978',
   * });
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  refundTransaction(options: PosRefundOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(operations['pos.transactions.refundTransaction'], { options }, call);
  }

  /**
   * Refunds to a presented card, without an earlier sale. The amount has no upper limit.
   *
   * @param options Amount in minor units.
   * @example
   * const queued = await pay.pos.transactions.unreferencedRefund({
   *   sessionId,
   *   terminalId,
   *   cashRegisterId: 'till-1',
   *   amount: 500, // minor units
   *   currencyCode: '978',
   *   merchantReference: 'voucher-9',
   * });
   * @see https://developer.viva.com/viva-fiscalisation/greece/faq
   */
  unreferencedRefund(options: UnreferencedRefundOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(operations['pos.transactions.unreferencedRefund'], { options }, call);
  }

  /**
   * Refunds almost instantly to a presented Visa, Mastercard or Maestro card. Disabled until the service approves
   * it for the merchant.
   *
   * @param options Amount in minor units.
   * @example
   * const queued = await pay.pos.transactions.fastRefund({
   *   sessionId,
   *   terminalId,
   *   cashRegisterId: 'till-1',
   *   amount: 500, // minor units
   *   currencyCode: '978',
   *   merchantReference: 'receipt-1',
   * });
   * @see https://developer.viva.com/apis-for-point-of-sale/fastrefundrebate
   */
  fastRefund(options: PosFastRefundOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(operations['pos.transactions.fastRefund'], { options }, call);
  }

  /**
   * Pays a rebate to a presented Visa, Mastercard or Maestro card. Disabled until the service approves it for the
   * merchant.
   *
   * @param options Amount in minor units.
   * @example
   * const queued = await pay.pos.transactions.rebate({
   *   sessionId,
   *   terminalId,
   *   cashRegisterId: 'till-1',
   *   amount: 500, // minor units
   *   currencyCode: '978',
   *   merchantReference: 'reward-1',
   * });
   * @see https://developer.viva.com/apis-for-point-of-sale/fastrefundrebate
   */
  rebate(options: PosRebateOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(operations['pos.transactions.rebate'], { options }, call);
  }

  /**
   * Schedules an action on a terminal and returns its ID. A second call without the same call option `idempotencyKey`
   * schedules a second action.
   *
   * @example
   * const action = await pay.pos.transactions.createAction({
   *   terminalId,
   *   cashRegisterId: 'till-1',
   *   actionType: 'aade-fim-control',
   *   request: { token },
   * });
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  createAction(options: CreateActionOptions, call?: CallOptions): Promise<MethodReturn<PosAction>> {
    return this.sender.send(operations['pos.transactions.createAction'], { options }, call);
  }

  /**
   * Reads the result of an action. While the terminal has not finished, the code is `pending` and `data` is null:
   * call it again.
   *
   * @example
   * const details = await pay.pos.transactions.getActionDetails({ actionId });
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  getActionDetails(
    options: GetActionDetailsOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<PosActionDetails | null>> {
    return this.sender.send(operations['pos.transactions.getActionDetails'], { options }, call);
  }
}
