import { TRIGGERS } from '../control/triggers.js';
import type { DisputeStatus, DisputeStepName } from '../domain/disputes.js';

type Row = readonly [status: DisputeStatus, button: string, title: string, meaning: string];

/** Status of the payment after each step of a dispute, button of the step, its title, and what it means for the merchant. */
const ROWS: Readonly<Record<DisputeStepName, Row>> = {
  'dispute-suspected': ['MS', 'Suspect a dispute', 'Dispute suspected', 'The service holds the money.'],
  dispute: [
    'M',
    'Open a dispute',
    'Dispute opened',
    'The cardholder asks the bank for the money. The service holds it.',
  ],
  'dispute-evidence': ['MI', 'Submit evidence', 'Evidence submitted', 'The service reviews it.'],
  'dispute-forwarded': [
    'MA',
    'Forward evidence to the bank',
    'Evidence forwarded',
    'The cardholder’s bank decides.',
  ],
  'dispute-won': ['MW', 'Win the dispute', 'Dispute won', 'You keep the money.'],
  'dispute-lost': ['ML', 'Lose the dispute', 'Dispute lost', 'The cardholder gets the money. You pay a fee.'],
};

/** Steps of a dispute with the operations that make them. */
export const DISPUTE_STEPS = (Object.keys(ROWS) as DisputeStepName[]).map((name) => {
  const [status, button, title, meaning] = ROWS[name];
  return { name, status, button, title, meaning, operation: TRIGGERS[name].id };
});
