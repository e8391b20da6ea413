import type { Order } from '../payments/payments.types.js';
import type { PosSession } from '../pos-session/pos-session.types.js';
import type { LegacyTransaction } from '../transactions/legacy-transaction.types.js';

/** What is known of a call by now. */
export interface Settlement {
  /**
   * - `done`: it took effect; - `not-done`: it certainly did not, and may be repeated;
   * - `unknown`: it was not seen yet, or nothing can tell: do not repeat it, see `next`.
   */
  state: 'done' | 'not-done' | 'unknown';
  /** False where something fits that may be another's: two candidates, or one that may be older than the call. */
  certain: boolean;
  /** The transaction that the call made. Amounts in MAJOR units. */
  transaction: LegacyTransaction | null;
  /** The order, where the call was about one. */
  order: Order | null;
  /** The terminal's session, once it has ended. `state` is that of the PAYMENT. */
  session: PosSession | null;
  /** All transactions that fit. */
  candidates: LegacyTransaction[];
  /** What to do now, as a sentence. */
  next: string;
}
