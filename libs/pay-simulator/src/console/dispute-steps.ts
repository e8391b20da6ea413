import type { OperationId } from '../control/control.js';

/** A step of a dispute: the operation that makes it, and what it means for the merchant. */
interface DisputeStep {
  readonly operation: OperationId;
  /** Status of the payment after the step. */
  readonly status: string;
  readonly button: string;
  readonly title: string;
  readonly meaning: string;
}

/** Steps of a dispute, by their name in the control API. */
export const DISPUTE_STEPS: Readonly<Record<string, DisputeStep>> = {
  'dispute-suspected': {
    operation: 'triggerDisputeSuspected',
    status: 'MS',
    button: 'Suspect a dispute',
    title: 'Dispute suspected',
    meaning: 'The service holds the money.',
  },
  dispute: {
    operation: 'triggerDispute',
    status: 'M',
    button: 'Open a dispute',
    title: 'Dispute opened',
    meaning: 'The cardholder asks the bank for the money. The service holds it.',
  },
  'dispute-evidence': {
    operation: 'triggerDisputeEvidence',
    status: 'MI',
    button: 'Submit evidence',
    title: 'Evidence submitted',
    meaning: 'The service reviews it.',
  },
  'dispute-forwarded': {
    operation: 'triggerDisputeForwarded',
    status: 'MA',
    button: 'Forward evidence to the bank',
    title: 'Evidence forwarded',
    meaning: 'The cardholder’s bank decides.',
  },
  'dispute-won': {
    operation: 'triggerDisputeWon',
    status: 'MW',
    button: 'Win the dispute',
    title: 'Dispute won',
    meaning: 'You keep the money.',
  },
  'dispute-lost': {
    operation: 'triggerDisputeLost',
    status: 'ML',
    button: 'Lose the dispute',
    title: 'Dispute lost',
    meaning: 'The cardholder gets the money. You pay a fee.',
  },
};
