import { TRIGGERS } from '../control/triggers.js';
import { DISPUTE_STEPS as STATUSES, type DisputeStepName } from '../domain/disputes.js';

/** Button of each step of a dispute, its title, and what it means for the merchant. */
const TEXTS: Readonly<Record<DisputeStepName, readonly [button: string, title: string, meaning: string]>> = {
  'dispute-suspected': ['Suspect a dispute', 'Dispute suspected', 'The service holds the money.'],
  dispute: [
    'Open a dispute',
    'Dispute opened',
    'The cardholder asks the bank for the money. The service holds it.',
  ],
  'dispute-evidence': ['Submit evidence', 'Evidence submitted', 'The service reviews it.'],
  'dispute-forwarded': [
    'Forward evidence to the bank',
    'Evidence forwarded',
    'The cardholder’s bank decides.',
  ],
  'dispute-won': ['Win the dispute', 'Dispute won', 'You keep the money.'],
  'dispute-lost': ['Lose the dispute', 'Dispute lost', 'The cardholder gets the money. You pay a fee.'],
};

/** Steps of a dispute with the operations that make them, and the statuses of the payment after them. */
export const DISPUTE_STEPS = (Object.keys(TEXTS) as DisputeStepName[]).map((name) => {
  const [button, title, meaning] = TEXTS[name];
  return { name, button, title, meaning, operation: TRIGGERS[name].id, status: STATUSES[name] };
});
