import { testCard, type CardEntry } from '../domain/card.js';
import { securityCodeOf, testCardOf } from '../domain/test-cards.js';

/** Completes the data of a card. The parts that are missing are those of the test card with the number, or of a card that is approved. */
export function cardEntry<Entry extends Partial<CardEntry>>(entry: Entry, now: number) {
  const known = testCardOf(entry.number ?? '');
  return { ...testCard('approve', now), ...(known && { cvc: securityCodeOf(known) }), ...entry };
}
