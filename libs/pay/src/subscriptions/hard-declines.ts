import { PayEventId } from '../areas/transactions/event-ids.js';

/**
 * Declines after which the same card is not charged again. Visa forbids retries of most of them ("the issuer will never approve"),
 * and the others need new card data or the customer's authentication: see docs/how-to/subscriptions.md for the sources.
 */
const HARD_DECLINES: ReadonlySet<number> = new Set([
  PayEventId.PickUpCard,
  PayEventId.PickUpCardFraud,
  PayEventId.InvalidCardNumber,
  PayEventId.InvalidIssuer,
  PayEventId.StolenCardTestAmount,
  PayEventId.NoCreditAccount,
  PayEventId.LostCard,
  PayEventId.StolenCard,
  PayEventId.ClosedAccount,
  PayEventId.NoCheckingAccount,
  PayEventId.NoSavingsAccount,
  PayEventId.ExpiredCard,
  PayEventId.NotPermittedToCardholder,
  PayEventId.RestrictedCard,
  PayEventId.SoftDecline,
  PayEventId.CardBlockedOrNotActivated,
  PayEventId.LifeCycle,
  PayEventId.FraudOrSecurity,
  PayEventId.ViolationOfLaw,
  PayEventId.BlockedCard,
  PayEventId.AuthorisationRevoked,
  PayEventId.InvalidAccount,
  PayEventId.NoSuchIssuer,
  PayEventId.LostCardPickUp,
  PayEventId.StolenCardPickUp,
  PayEventId.AccountClosed,
  PayEventId.ScaRequestedOnlinePin,
  PayEventId.ScaRequested,
  PayEventId.ScaRequestedSecondTap,
]);

/** Returns whether a declined card needs the customer: a retry of the same card would be declined, or is forbidden. */
export const isHardDecline = (eventId: number): boolean => HARD_DECLINES.has(eventId);
