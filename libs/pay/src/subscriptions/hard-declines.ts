/**
 * Event IDs after which the same card is not charged again. 10000 is added to the issuer's response code. Visa forbids retries of most
 * of them ("the issuer will never approve"), and the others need new card data or the customer's authentication (65, 300 to 302).
 * The page docs/how-to/subscriptions.md names the sources.
 */
const HARD_DECLINES: ReadonlySet<number> = new Set([
  10_004, 10_007, 10_014, 10_015, 10_020, 10_039, 10_041, 10_043, 10_046, 10_052, 10_053, 10_054, 10_057,
  10_062, 10_065, 10_078, 10_079, 10_083, 10_093, 10_212, 10_213, 10_216, 10_221, 10_222, 10_223, 10_224,
  10_300, 10_301, 10_302,
]);

/** Returns whether a declined card needs the customer: a retry of the same card would be declined, or is forbidden. */
export const isHardDecline = (eventId: number): boolean => HARD_DECLINES.has(eventId);
