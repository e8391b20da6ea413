import type { ChallengeAnswer } from './issuer.js';
import type { CheckoutService } from './checkout.service.js';
import type {
  CardPayment,
  CheckoutChallenge,
  CheckoutOutcome,
  CheckoutView,
  SavedCardPayment,
} from './checkout.types.js';

/** Hosted checkout of all merchants. Each call uses the merchant of the order or challenge. */
export class HostedCheckout {
  constructor(
    private readonly ofOrder: (orderCode: string) => CheckoutService,
    private readonly ofChallenge: (challengeId: string) => CheckoutService,
  ) {}

  /** Returns the order for its page. @param lang - Language in the URL. An unknown language is ignored. */
  view(orderCode: string, lang?: string): CheckoutView {
    return this.ofOrder(orderCode).view(orderCode, lang);
  }

  /** Pays an order with a card. The number and the security code are validated, masked and not stored. */
  pay(orderCode: string, payment: CardPayment, lang?: string): CheckoutOutcome {
    return this.ofOrder(orderCode).pay(orderCode, payment, lang);
  }

  /** Starts a payment with a method that is confirmed later, such as e-banking. The customer returns to the success URL. */
  payLater(orderCode: string, lang?: string): CheckoutOutcome {
    return this.ofOrder(orderCode).payLater(orderCode, lang);
  }

  /**
   * Pays an order with IRIS. An amount of 7.34 is approved and 7.35 declined at once. Other payments are in progress, and the customer
   * returns to the success URL. @throws Refusal 403 if the order cannot be paid with IRIS.
   */
  payWithIris(orderCode: string, lang?: string): CheckoutOutcome {
    return this.ofOrder(orderCode).payWithIris(orderCode, lang);
  }

  /** Pays an order with one of its saved cards. */
  payWithSavedCard(orderCode: string, payment: SavedCardPayment, lang?: string): CheckoutOutcome {
    return this.ofOrder(orderCode).payWithSavedCard(orderCode, payment, lang);
  }

  /** Returns a pending challenge. */
  challenge(challengeId: string): CheckoutChallenge | undefined {
    return this.ofChallenge(challengeId).challenge(challengeId);
  }

  /** Completes the challenge. After Y (authenticated) and A (attempted), the issuer decides; N, R and U fail with event 2062. */
  answerChallenge(challengeId: string, response: ChallengeAnswer): CheckoutOutcome | undefined {
    return this.ofChallenge(challengeId).answerChallenge(challengeId, response);
  }

  /** Abandons the challenge. The attempt fails with event 2061, without a webhook. */
  leaveChallenge(challengeId: string): CheckoutOutcome | undefined {
    return this.ofChallenge(challengeId).leaveChallenge(challengeId);
  }

  /** Cancels the order, as the button on the page does. @throws Refusal 404 for an unknown order, 403 if the source has no cancel button. */
  cancel(orderCode: string, lang?: string): { readonly redirectUrl: string } {
    return this.ofOrder(orderCode).cancel(orderCode, lang);
  }
}
