import { IsvPosTransactionsMethods } from '../methods.generated.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { GetActionDetailsOptions, IsvSaleOptions } from '../options.generated.js';
import type { PosActionDetails } from '../results.generated.js';

/**
 * Sends requests to connected merchants' terminals.
 * Sale and refund return `data: null` once the request is QUEUED; nothing is paid then.
 * Get the result with `pos.session.waitForSession`, `pos.session.retrieveSessionById`, or the events 1802 and 1803.
 * The `sessionId` identifies the request: after `outcome: 'unknown'`, call again with the SAME `sessionId`, which never
 * pays twice. The service rejects a used `sessionId` with HTTP 409. After a lost response, that means that the first
 * request arrived.
 */
export class IsvPosTransactions extends IsvPosTransactionsMethods {
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
