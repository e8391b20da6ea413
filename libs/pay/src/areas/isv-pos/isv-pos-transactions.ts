import { operations } from '../define-operation.js';
import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type {
  GetActionDetailsOptions,
  CreateIsvActionOptions,
  IsvRefundOptions,
  IsvSaleOptions,
} from '../options.generated.js';
import type { PosAction, PosActionDetails } from '../results.generated.js';

/**
 * Sends requests to connected merchants' terminals.
 * Sale and refund return `data: null` once the request is QUEUED; nothing is paid then.
 * Get the result with `pos.session.waitForSession`, `pos.session.retrieveSessionById`, or the events 1802 and 1803.
 * The `sessionId` identifies the request: after `outcome: 'unknown'`, call again with the SAME `sessionId`, which never
 * pays twice. The service rejects a used `sessionId` with HTTP 409. After a lost response, that means that the first
 * request arrived.
 */
export class IsvPosTransactions extends Area {
  /**
   * Starts a payment on a terminal, including the ISV's fee.
   * The session ends with `eventId` 1013 if the service does not accept the fee, or the merchant cannot take
   * payments.
   *
   * @param options Amounts are in minor units. `amount` includes `isvDetails.amount`; `tipAmount` is added to it.
   * @example
   * const queued = await isv.pos.transactions.initiateSaleRequest({
   *   sessionId,
   *   terminalId: '16000010',
   *   cashRegisterId: 'till-1',
   *   amount: 1170, // minor units
   *   currencyCode: '978',
   *   merchantReference: 'receipt-1',
   *   isvDetails: { terminalMerchantId: merchantId, amount: 58 },
   * });
   * @see https://developer.viva.com/isv-partner-program
   */
  initiateSaleRequest(options: IsvSaleOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(operations['isv:pos.transactions.initiateSaleRequest'], { options }, call);
  }

  /**
   * Refunds a terminal's sale in full or in part. On the day of the payment, the refund is a void.
   * Fails with `notfound` if the parent session is unknown or was aborted.
   * The session's `eventId` shows why a refund failed: 1008 and 1021 not reversible, 1009 wrong amount, 1014
   * refunds are disabled.
   *
   * @param options Amount in minor units. `sessionId` must be new and differ from `parentSessionId`.
   * @example
   * const queued = await isv.pos.transactions.refundTransaction({
   *   sessionId: refund, // a new ID: store it before you call
   *   parentSessionId: sale,
   *   terminalId: '16000010',
   *   cashRegisterId: 'till-1',
   *   amount: 1170, // minor units; a smaller amount is a partial refund
   *   currencyCode: '978',
   *   isvDetails: { terminalMerchantId: merchantId },
   * });
   * @see https://developer.viva.com/isv-partner-program
   */
  refundTransaction(options: IsvRefundOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(operations['isv:pos.transactions.refundTransaction'], { options }, call);
  }

  /**
   * Schedules an action on a terminal and returns its ID. A second call without the same call option `idempotencyKey`
   * schedules a second action.
   *
   * @example
   * const action = await isv.pos.transactions.createAction({
   *   terminalId: '16000010',
   *   cashRegisterId: 'till-1',
   *   actionType: 'aade-fim-control',
   *   request: { token },
   *   isvDetails: { terminalMerchantId: merchantId },
   * });
   * @see https://developer.viva.com/isv-partner-program
   */
  createAction(options: CreateIsvActionOptions, call?: CallOptions): Promise<MethodReturn<PosAction>> {
    return this.sender.send(operations['isv:pos.transactions.createAction'], { options }, call);
  }

  /**
   * Reads the result of an action. While the terminal has not finished, the code is `pending` and `data` is null:
   * call it again.
   *
   * @example
   * const action = await isv.pos.transactions.getActionDetails({ actionId });
   * @see https://developer.viva.com/isv-partner-program
   */
  getActionDetails(
    options: GetActionDetailsOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<PosActionDetails | null>> {
    return this.sender.send(operations['isv:pos.transactions.getActionDetails'], { options }, call);
  }

  /**
   * Starts a payment on a terminal.
   *
   * @deprecated Use `initiateSaleRequest()`, which this method calls.
   * @example
   * const queued = await isv.pos.transactions.initSale({
   *   sessionId,
   *   terminalId: '16000010',
   *   cashRegisterId: 'till-1',
   *   amount: 1170, // minor units
   *   currencyCode: '978',
   *   merchantReference: 'receipt-1',
   *   isvDetails: { terminalMerchantId: merchantId, amount: 58 },
   * });
   */
  initSale(options: IsvSaleOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.initiateSaleRequest(options, call);
  }

  /**
   * Reads the result of an action.
   *
   * @deprecated Use `getActionDetails()`, which this method calls.
   * @example
   * const action = await isv.pos.transactions.getActionDatas({ actionId });
   */
  getActionDatas(
    options: GetActionDetailsOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<PosActionDetails | null>> {
    return this.getActionDetails(options, call);
  }
}
