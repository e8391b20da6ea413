import type { Order } from '../areas/payments/payments.types.js';
import type { PosSession } from '../areas/pos-session/pos-session.types.js';
import type { LegacyTransaction } from '../areas/transactions/legacy-transaction.types.js';

/** What is known of a call by now. */
export interface ResolvedOutcome {
  /**
   * - `done`: the call took effect;
   * - `not-done`: it certainly did not, and you may repeat it;
   * - `unknown`: it was not seen yet, what was seen may be another call's, or no read can tell. Do not repeat it; see `next`.
   */
  state: 'done' | 'not-done' | 'unknown';
  /** The transaction that the call made. Amounts in MAJOR units. */
  transaction: LegacyTransaction | null;
  /** The order, where the call was about one. */
  order: Order | null;
  /** The terminal session, once it has ended. `state` is that of the PAYMENT. */
  session: PosSession | null;
  /** All transactions that the call may have made. Compare them with your records where `state` is `unknown`. */
  candidates: LegacyTransaction[];
  /** What to do now, as a sentence. */
  next: string;
}
