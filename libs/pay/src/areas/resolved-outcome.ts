import type { LegacyTransaction, Order, PosSession } from './results.generated.js';

/** Result of an outcome lookup. */
export interface ResolvedOutcome {
  /**
   * - `done`: the call took effect.
   * - `not-done`: the call had no effect. You may repeat it.
   * - `unknown`: the service does not show the call yet, shows its transaction in progress, shows a transaction that may
   *   belong to another call, or has no read for it. Do not repeat the call; see `next`.
   */
  state: 'done' | 'not-done' | 'unknown';
  /** Transaction that the call made. Amounts are in MAJOR units. If `state` is `unknown`, it is in progress. */
  transaction: LegacyTransaction | null;
  /** Order, if the call canceled one. */
  order: Order | null;
  /** Terminal session, once it has ended. `state` refers to the PAYMENT. */
  session: PosSession | null;
  /** All transactions that the call may have made. Compare them with your records if `state` is `unknown`. */
  candidates: LegacyTransaction[];
  /** Recommended next step, as a sentence. */
  next: string;
}
