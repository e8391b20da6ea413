import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { CREATE_OBLIGATION } from './obligations.operations.js';
import type { CreateObligationOptions } from '../options.generated.js';
import type { Obligation } from '../results.generated.js';

/** Creates claims of a marketplace platform on its sellers. Deprecated by the service: use transfer reversals. */
export class PayObligations extends Area {
  /**
   * Creates a claim that makes a seller pay an amount back to the platform.
   * Success means only that the claim is queued. The service sends event 5632, and event 5633 once the money has
   * arrived. No call reads or cancels a claim.
   * Pass the call option `idempotencyKey`, so that no second call creates the claim again. No read shows what happened
   * after `outcome: 'unknown'`: wait for event 5632.
   *
   * @param options `amount` is in MAJOR units, unlike in all other calls.
   * @deprecated Deprecated by the service. Use the marketplace's transfer reversals.
   * @example
   * const claimed = await pay.obligations.createObligation({
   *   amount: 12.5, // MAJOR units, only in this method
   *   currencyCode: 978,
   *   personId: sellerId,
   *   description: 'Order 42 was returned',
   * });
   * @see https://developer.vivawallet.com/apis-for-payments/obligations-api/
   */
  createObligation(options: CreateObligationOptions, call?: CallOptions): Promise<MethodReturn<Obligation>> {
    return this.sender.send(CREATE_OBLIGATION, { options }, call);
  }
}
