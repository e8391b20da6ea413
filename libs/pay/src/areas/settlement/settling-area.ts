import { Area } from '../../core/area.js';
import type { CallOptions } from '../../core/call-options.js';
import type { MethodReturn } from '../../core/method-return.js';
import { settle } from './settle.js';
import type { Settlement } from './settlement.types.js';

/** An area whose calls can be settled afterwards. */
export abstract class SettlingArea extends Area {
  /**
   * Asks the service what became of a call whose outcome is unknown, again and again until it is known or `timeoutMs` is over.
   * Takes the result of any method of this client, also one that JSON brought back; one whose outcome is known is answered at
   * once. `data.state`: `done`, `not-done` (certainly, so it may be repeated), `unknown` (not seen yet: do not repeat it). A
   * `merchantTrns` of its own makes the search certain; else `data.certain` says whether another call may have made what was found.
   *
   * @see contract/transactions.json transactions.getLegacyTransactions
   */
  settle(result: MethodReturn<unknown, string>, call?: CallOptions): Promise<MethodReturn<Settlement>> {
    return settle(this.sender, result, call);
  }
}
