import { EVENT_TEXTS, TEST_AMOUNTS } from './contract.generated.js';
import type { CardBehaviour } from './card.js';

/** Event id of a failure card: the one in the documented sample made with such a card. */
const FAILURE_CARD_EVENT = 310;
/** Event ids of 3-D Secure: no webhook follows these. */
export const CHALLENGE_ABANDONED = 2061;
export const CHALLENGE_FAILED = 2062;

/** How a cardholder's bank answers a 3-D Secure challenge. @see contract/transactions.json testData */
export type ChallengeAnswer = 'Y' | 'N' | 'A' | 'R' | 'U';

/** Why the issuer of a test card declines an amount in minor units; 0 when it approves. */
export function issuerDecision(behaviour: CardBehaviour, amount: number): number {
  if (behaviour === 'fail') return FAILURE_CARD_EVENT;
  return TEST_AMOUNTS[amount] ?? 0;
}

/** What an event id means. */
export function eventText(eventId: number): string {
  // What the contract adds in brackets is said to its readers.
  return (EVENT_TEXTS[eventId] ?? 'Transaction failed').replace(/ \(.*\)$/, '');
}
