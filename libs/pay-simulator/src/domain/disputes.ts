import type { MerchantCore } from './merchant-core.js';
import type { Clearing } from './clearing.js';
import { Refusal } from './refusal.js';
import { canMove, isDisputed, refundableAmount, type Transaction } from './transaction.js';
import { Table } from './table.js';

/** Status of a disputed payment by the name of the step that leads to it. */
export const DISPUTE_STEPS = {
  'dispute-suspected': 'MS',
  dispute: 'M',
  'dispute-evidence': 'MI',
  'dispute-forwarded': 'MA',
  'dispute-won': 'MW',
  'dispute-lost': 'ML',
} as const;
/** Name of a step, as in the control API. */
export type DisputeStepName = keyof typeof DISPUTE_STEPS;
/** Status of a disputed payment. */
export type DisputeStatus = (typeof DISPUTE_STEPS)[DisputeStepName];

/** A status that a payment got in a dispute. */
export interface DisputeStep {
  readonly paymentId: string;
  readonly status: DisputeStatus;
  /** Virtual time, milliseconds. */
  readonly at: number;
}

/** Disputes of cardholders. @see contract/behaviour/transactions.yaml transitions dispute-opened to dispute-suspected */
export class Disputes {
  private readonly steps = new Table<DisputeStep>('disputeSteps');

  constructor(private readonly core: MerchantCore & { clearing: Clearing }) {}

  /**
   * Makes a step. A payment clears before its dispute, whose amount is held until the decision.
   *
   * @throws Refusal 404 for an unknown transaction, 409 if the payment cannot be disputed, or the step cannot follow its status.
   */
  move(paymentId: string, step: DisputeStepName): Transaction {
    const payment = this.core.transactions.get(paymentId);
    const status = DISPUTE_STEPS[step];
    if (!this.possibleSteps(payment).includes(step))
      throw new Refusal(409, `Transaction ${payment.id} ${problemOf(payment, status)}`);
    if (!isDisputed(payment)) {
      this.core.clearing.clearNow(payment.id);
      this.core.wallet.holdDisputed(payment, 1);
    }
    if (status === 'MW') this.core.wallet.holdDisputed(payment, -1);
    if (status === 'ML') this.core.wallet.chargeBack(payment);
    this.steps.append({ paymentId: payment.id, status, at: this.core.clock.now() });
    return this.core.transactions.move(payment.id, status);
  }

  /** Lists the steps that can follow. */
  possibleSteps(payment: Transaction): readonly DisputeStepName[] {
    if (!isDisputed(payment) && (payment.card === null || refundableAmount(payment) === 0)) return [];
    return (Object.keys(DISPUTE_STEPS) as DisputeStepName[]).filter((step) =>
      canMove(payment, DISPUTE_STEPS[step]),
    );
  }

  /** Lists the steps of the dispute about a payment, oldest first. */
  ofPayment(paymentId: string): readonly DisputeStep[] {
    return [...this.steps.values()].filter((step) => step.paymentId === paymentId);
  }
}

function problemOf(payment: Transaction, status: DisputeStatus): string {
  if (isDisputed(payment)) return `has status ${payment.status}, which ${status} cannot follow`;
  return /^MS?$/.test(status) ? 'is not a card payment that can be disputed' : 'is not disputed';
}
