import { EVENT_TEXTS, TEST_AMOUNTS } from './contract.generated.js';
import type { CardBehavior } from './card.js';

/** Amounts in minor units that decline with every card, as the service's support says: from 99.01 to 99.98. */
export const DECLINED_AMOUNTS = { from: 9901, to: 9998 } as const;

/** Event ID of a decline for insufficient funds. */
export const INSUFFICIENT_FUNDS = 10051;
/** Event ID of failure cards, from the documented sample. */
const FAILURE_CARD_EVENT = 310;
/** Event IDs of failed 3-D Secure. No webhook is sent for them. */
export const CHALLENGE_ABANDONED = 2061;
export const CHALLENGE_FAILED = 2062;

/** Event ID of a payment below the smallest amount. No webhook is sent for it. @see contract/behaviour/payments.yaml small-orders */
export const AMOUNT_TOO_SMALL = 1;
/** Event ID of a transaction that the service cannot process. */
export const INVALID_TRANSACTION = 10012;

/** Response of the cardholder's bank to a 3-D Secure challenge. @see contract/behaviour/transactions.yaml testData */
export type ChallengeAnswer = 'Y' | 'N' | 'A' | 'R' | 'U';

/** Returns the event ID with which the issuer of a test card declines an amount in minor units, or 0 if it approves. */
export function declineReason(behavior: CardBehavior, amount: number): number {
  if (behavior === 'fail') return FAILURE_CARD_EVENT;
  const isDeclined = amount >= DECLINED_AMOUNTS.from && amount <= DECLINED_AMOUNTS.to;
  // The contract names some event IDs. They all follow one rule, so the others are assumed to follow it, too.
  return TEST_AMOUNTS[amount] ?? (isDeclined ? amount + 100 : 0);
}

/** Returns the description of an event ID. */
export function eventText(eventId: number): string {
  // Text in brackets is a note to readers of the contract.
  return (EVENT_TEXTS[eventId] ?? 'Transaction failed').replace(/ \(.*\)$/, '');
}
