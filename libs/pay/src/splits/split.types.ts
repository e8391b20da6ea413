import type { SplitOptions, SplitPlan } from '../areas/marketplace-transfers/split-plan.js';
import type { SplitRefund } from '../areas/marketplace-transfers/split-refund.js';
import type { JobOptions } from '../jobs/job-options.js';

/** Options of `PaySplitsModule`. Its PayModule's marketplace is used. */
export type PaySplitsOptions = JobOptions;

/** A payment to split. `amount` is in minor units. */
export type PaySplitPayment = SplitOptions & {
  /** ID of the confirmed payment. */
  transactionId: string;
};

/** A refund of a split payment. `amount` is in minor units. */
export type PayRefundSplit = SplitRefund & {
  /** Your own ID of the refund, unique for the payment. Calls with the same ID refund once. */
  id: string;
};

/** A reversal without a refund. `amount` is what the customer paid for the goods, in minor units, as in a refund. */
export type PayReverseSplit = PayRefundSplit;

/** Money of a payment that moved without `PaySplits`. */
export interface PaySplitExternal {
  /** The service's ID of the refund or transfer. A lost dispute and the end of a transfer by a void have none of their own. */
  readonly serviceId: string;
  /**
   * - `refund`: it went to the customer, for example from the service's app. A void of the payment is one, too;
   * - `dispute`: the customer's bank reclaimed it;
   * - `transfer`: the platform sent it to a seller in another way;
   * - `reversal`: it came back from the seller, or never went out because the payment was voided.
   */
  readonly kind: 'refund' | 'dispute' | 'transfer' | 'reversal';
  /** The seller of a reversal. Null if it is unknown. */
  readonly connectedAccountId: string | null;
  /** Minor units. */
  readonly amount: number;
}

/** A movement of money. It is stored before it is sent, and its ID is its idempotency key. */
export interface PaySplitMovement {
  readonly id: string;
  /** `transfer` goes to the seller, `reversal` comes back from the seller, `refund` goes to the customer. */
  readonly kind: 'transfer' | 'refund' | 'reversal';
  /** The seller. Null for a refund of all sellers' goods. */
  readonly connectedAccountId: string | null;
  /** Minor units. Refunds that come before a transfer reduce it. */
  readonly amount: number;
  /**
   * - `open`: it did not happen yet, and is sent later;
   * - `sent`: it may have happened. Its outcome is resolved before anything else of the payment is sent;
   * - `done`: it happened;
   * - `rejected`: a refund that did not happen. Call `refund` with its ID to try again.
   */
  readonly state: 'open' | 'sent' | 'done' | 'rejected';
  /** Your ID of the refund or of the reversal without a refund. Null for a transfer. */
  readonly refundId: string | null;
  /** The service's ID after it is done. Null if nothing had to be sent, because the transfer was reduced instead. */
  readonly serviceId: string | null;
  /** Why it is not done. */
  readonly message: string | null;
}

/** A split payment. */
export interface PaySplit {
  readonly transactionId: string;
  readonly plan: SplitPlan;
  /** Transfers first, then each refund and its reversals. */
  readonly movements: readonly PaySplitMovement[];
  /** Money of the payment that moved without `PaySplits`, as far as it was noticed. */
  readonly external: readonly PaySplitExternal[];
  /**
   * Minor units that went to the customer or to a seller without `PaySplits`, and that no seller has returned: use `reverse`. Not what a void of
   * the payment returned, because nothing was sent to the sellers.
   */
  readonly unattributed: number;
  /** Whether a movement is not finished. */
  readonly isOpen: boolean;
}

/** Sums of all movements that happened, in minor units. */
export interface PaySplitBooks {
  /** Payments and reversals, less refunds, transfers and lost disputes, also those made externally. Without the service's commission. */
  readonly platform: number;
  /** Transfers less reversals of each seller. */
  readonly sellers: readonly { readonly connectedAccountId: string; readonly balance: number }[];
  /** Part of the loss of `platform` that `PaySplits` did not send, and that no seller has returned: see `unattributed` of a split. */
  readonly unattributed: number;
}
