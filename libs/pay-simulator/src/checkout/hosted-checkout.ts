import type { ChallengeAnswer } from '../domain/issuer.js';
import type { CheckoutService } from './checkout.service.js';
import type {
  CardPayment,
  CheckoutChallenge,
  CheckoutOutcome,
  CheckoutView,
  SavedCardPayment,
} from './checkout.types.js';

/** The hosted page of all merchants: each call goes to the one whose order or challenge it is. */
export class HostedCheckout {
  constructor(
    private readonly ofOrder: (orderCode: string) => CheckoutService,
    private readonly ofChallenge: (challengeId: string) => CheckoutService,
  ) {}

  /** The order for its page. @param lang the page address's own language; an unknown one is ignored. */
  view(orderCode: string, lang?: string): CheckoutView {
    return this.ofOrder(orderCode).view(orderCode, lang);
  }

  /** Takes a card for an order. The number and the security code are checked, masked and not kept. */
  pay(orderCode: string, payment: CardPayment, lang?: string): CheckoutOutcome {
    return this.ofOrder(orderCode).pay(orderCode, payment, lang);
  }

  /** Takes a saved card that the order offers by its token. */
  payWithSavedCard(orderCode: string, payment: SavedCardPayment, lang?: string): CheckoutOutcome {
    return this.ofOrder(orderCode).payWithSavedCard(orderCode, payment, lang);
  }

  /** The challenge for its page, while it waits. */
  challenge(challengeId: string): CheckoutChallenge | undefined {
    return this.ofChallenge(challengeId).challenge(challengeId);
  }

  /** The cardholder's bank has answered: Y authenticated and A attempted go on to the issuer, N, R and U fail (2062). */
  answerChallenge(challengeId: string, answer: ChallengeAnswer): CheckoutOutcome | undefined {
    return this.ofChallenge(challengeId).answerChallenge(challengeId, answer);
  }

  /** The cardholder closed the page during the challenge: the attempt fails with 2061, nobody is told. */
  leaveChallenge(challengeId: string): CheckoutOutcome | undefined {
    return this.ofChallenge(challengeId).leaveChallenge(challengeId);
  }

  /** The page's cancel button. @throws Refusal 404 unknown order, 403 when the source has no cancel button. */
  cancel(orderCode: string, lang?: string): { readonly redirectUrl: string } {
    return this.ofOrder(orderCode).cancel(orderCode, lang);
  }
}
