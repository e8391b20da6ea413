import { Area } from '../core/http/area.js';
import type { CallOptions } from '../core/options/call-options.js';
import type { MethodReturn } from '../core/operation/method-return.js';
import { resolveOutcome } from './resolve-outcome.js';
import type { ResolvedOutcome } from './resolved-outcome.js';

/** An area whose calls can be looked up afterwards. */
export abstract class OutcomeArea extends Area {
  /**
   * Asks the service what became of a call whose outcome is unknown, until the outcome is known or `timeoutMs` is over. Takes the
   * result of any method of this client, also one that you stored as JSON. A result whose outcome is known is answered at once.
   *
   * `data.state` is `done`, `not-done` (certainly, so you may repeat the call) or `unknown` (do not repeat it). Give each call a
   * `merchantTrns` of its own: it identifies the call's transaction. Without one, `candidates` may hold transactions of other calls.
   *
   * @see contract/transactions.json transactions.getLegacyTransactions
   */
  resolveOutcome(
    result: MethodReturn<unknown, string>,
    call?: CallOptions,
  ): Promise<MethodReturn<ResolvedOutcome>> {
    return resolveOutcome(this.sender, result, call);
  }
}
