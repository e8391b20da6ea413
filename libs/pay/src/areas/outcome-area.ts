import { Area } from '../core/http/area.js';
import type { RequestSender } from '../core/http/request-sender.js';
import type { CallOptions } from '../core/options/call-options.js';
import type { MethodReturn } from '../core/operation/method-return.js';
import type { ResolvedOutcome } from './resolved-outcome.js';

/** Looks up what became of a call. */
export type ResolveOutcome = (
  sender: RequestSender,
  result: MethodReturn<unknown, string>,
  call?: CallOptions | null,
) => Promise<MethodReturn<ResolvedOutcome>>;

/** Area that can look up what became of its calls. */
export abstract class OutcomeArea extends Area {
  readonly #resolve: ResolveOutcome;

  /** @internal Returns how far the service's clock is ahead of this machine's, in milliseconds; 0 before the first response. */
  static serviceOffsetMs({ sender }: OutcomeArea): number {
    // A double that replaces the area in a test has no sender.
    return (sender as RequestSender | undefined)?.serviceOffsetMs ?? 0;
  }

  /** @internal */
  constructor(sender: RequestSender, resolve: ResolveOutcome) {
    super(sender);
    this.#resolve = resolve;
  }

  /**
   * Looks up what became of a call whose outcome is unknown. Reads until the outcome is known or `timeoutMs` is over.
   * `data.state` is `done`, `not-done` (you may repeat the call) or `unknown` (do not repeat it).
   * Give each call its own `merchantTrns`, which identifies the call's transaction. Without it, `candidates` may contain
   * transactions of other calls.
   *
   * @param result Failed result of any method of this client, also after you stored it as JSON. For a result whose
   *   outcome is known, the response comes without a request.
   * @example
   * const resolved = await pay.transactions.resolveOutcome(result, { timeoutMs: 20_000 });
   * @see contract/openapi/transactions.yaml transactions.getLegacyTransactions
   */
  resolveOutcome(
    result: MethodReturn<unknown, string>,
    call?: CallOptions,
  ): Promise<MethodReturn<ResolvedOutcome>> {
    return this.#resolve(this.sender, result, call);
  }
}
