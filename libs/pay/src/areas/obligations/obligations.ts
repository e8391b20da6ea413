import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { CREATE_OBLIGATION } from './obligations.operations.js';
import type { CreateObligationOptions, Obligation } from './obligations.types.js';

/** Claims of a marketplace platform on its sellers: deprecated by the service, for transfer reversals. */
export class PayObligations extends Area {
  /**
   * Asks a seller to pay an amount back to the platform. Success says only that it is queued: events 5632 and, when the
   * money has come, 5633. No call reads or cancels one.
   * There is no idempotency key: after `outcome: 'unknown'` wait for event 5632 before repeating.
   *
   * @param options `amount` in MAJOR units, unlike everywhere else.
   * @deprecated by the service; use the marketplace's transfer reversals.
   * @see https://developer.vivawallet.com/apis-for-payments/obligations-api/
   */
  createObligation(options: CreateObligationOptions, call?: CallOptions): Promise<MethodReturn<Obligation>> {
    return this.sender.send(CREATE_OBLIGATION, { options }, call);
  }
}
