import type { MerchantCore } from './merchant-core.js';
import { REQUEST_LANGUAGES } from './contract.generated.js';
import { acceptCard, type AcceptedCard, type CardProblems } from './card.js';
import type { CardTokens } from './card-tokens.js';
import { CHALLENGE_ABANDONED, CHALLENGE_FAILED, eventText, type ChallengeAnswer } from './issuer.js';
import { acceptsCards, OrderState, type Order } from './order.js';
import type { PaymentAttempt, Payments } from './payments.js';
import { Refusal } from './refusal.js';
import { DEFAULT_SOURCE_CODE, type PaymentSource } from './sources.js';
import { ThreeDSecure, type Transaction } from './transaction.js';
import { readEntries } from './checkout-entries.js';
import type {
  CardPayment,
  CheckoutChallenge,
  CheckoutOutcome,
  CheckoutState,
  CheckoutView,
  CustomerEntries,
  SavedCard,
  SavedCardPayment,
} from './checkout.types.js';
import { expiredRedirect, failureRedirect, successRedirect } from './redirect-url.js';
import { Table } from './table.js';

const STATES: Readonly<Record<OrderState, CheckoutState>> = {
  [OrderState.Pending]: 'payable',
  [OrderState.Expired]: 'expired',
  [OrderState.Cancelled]: 'cancelled',
  [OrderState.Paid]: 'paid',
};

interface Challenge {
  readonly orderCode: string;
  readonly attempt: PaymentAttempt;
  readonly language: string;
}

/** Hosted checkout of all merchants. Each call uses the merchant of the order or challenge. */
export type HostedCheckout = Pick<CheckoutService, keyof CheckoutService>;

/** Logic of the hosted checkout: shows an order, accepts a card, runs the 3-D Secure step and redirects the customer. */
export class CheckoutService {
  private readonly challenges = new Table<Challenge>('challenges');

  constructor(private readonly core: MerchantCore & { cardTokens: CardTokens; payments: Payments }) {}

  /** Returns the order for its page. @param lang - Language in the URL. An unknown language is ignored. */
  view(orderCode: string, lang?: string): CheckoutView {
    const order = this.core.orders.find(orderCode);
    if (!order) return { state: 'unknown' };
    const source = this.sourceOf(order);
    const language = lang !== undefined && REQUEST_LANGUAGES.includes(lang) ? lang : order.language;
    const total = order.disableExactAmount ? null : order.amount + (order.paymentMethodFees['0'] ?? 0);
    const redirectUrl = this.shopUrl(order, source, language);
    return {
      state: STATES[order.state],
      order,
      source,
      savedCards: this.savedCards(order),
      merchantName: this.core.account.companyTitle,
      total,
      language,
      redirectUrl,
    };
  }

  /** Pays an order with a card. The number and the security code are validated, masked and not stored. */
  pay(orderCode: string, payment: CardPayment, lang?: string): CheckoutOutcome {
    const view = this.view(orderCode, lang);
    return this.submit(view, payment, acceptCard(payment, this.core.clock.now(), this.core.ids));
  }

  /** Starts a payment with a method that is confirmed later. The customer returns to the success URL while it is in progress. */
  payLater(orderCode: string, lang?: string): CheckoutOutcome {
    const view = this.view(orderCode, lang);
    if (view.state !== 'payable') return { kind: 'not-payable', view };
    return this.toOutcome(view.order, view.language, this.core.payments.begin(view.order));
  }

  /** Pays an order with IRIS: at once with the test amounts 7.34 and 7.35, otherwise later. @throws Refusal 403 if the order cannot be paid so. */
  payWithIris(orderCode: string, lang?: string): CheckoutOutcome {
    const view = this.view(orderCode, lang);
    if (view.state !== 'payable') return { kind: 'not-payable', view };
    return this.toOutcome(view.order, view.language, this.core.payments.payWithIris(view.order));
  }

  /** Pays an order with one of its saved cards. The issuer requires no challenge (inferred). */
  payWithSavedCard(orderCode: string, payment: SavedCardPayment, lang?: string): CheckoutOutcome {
    const view = this.view(orderCode, lang);
    const offered = view.state === 'unknown' ? [] : view.savedCards;
    const card = offered.find(({ token }) => token === payment.cardToken)?.card;
    return this.submit(
      view,
      payment,
      card
        ? { card, behavior: 'approve' }
        : { problems: { number: 'The order does not offer this saved card' } },
    );
  }

  private submit(
    view: CheckoutView,
    payment: CustomerEntries,
    accepted: AcceptedCard | { readonly problems: CardProblems },
  ): CheckoutOutcome {
    if (view.state !== 'payable') return { kind: 'not-payable', view };
    const { order, language } = view;
    if (!acceptsCards(order)) return { kind: 'invalid', problems: { number: 'The order accepts no cards' } };
    const entries = readEntries(order, payment, accepted);
    if ('problems' in entries) return { kind: 'invalid', problems: entries.problems };
    const { attempt } = entries;
    if (attempt.accepted.behavior !== 'challenge')
      return this.toOutcome(order, language, this.core.payments.attempt(order, attempt));
    const challengeId = this.core.ids.uuid();
    this.challenges.set(challengeId, { orderCode: order.code, attempt, language });
    return { kind: 'challenge', challengeId, orderCode: order.code };
  }

  /** Returns a pending challenge. */
  challenge(challengeId: string): CheckoutChallenge | undefined {
    const challenge = this.challenges.get(challengeId);
    const order = challenge && this.core.orders.find(challenge.orderCode);
    if (!order) return undefined;
    const { attempt, language } = challenge;
    const cardNumber = attempt.accepted.card.number;
    return {
      challengeId,
      order,
      merchantName: this.core.account.companyTitle,
      total: attempt.amount + (order.paymentMethodFees['0'] ?? 0),
      language,
      cardNumber,
    };
  }

  /**
   * Completes the challenge. After Y (authenticated) and A (attempted), the issuer decides; N, R and U fail with event 2062.
   *
   * @returns The result, or undefined if the challenge is not pending.
   */
  answerChallenge(challengeId: string, response: ChallengeAnswer): CheckoutOutcome | undefined {
    return this.endChallenge(challengeId, (order, attempt) => {
      if (response !== 'Y' && response !== 'A')
        return this.core.payments.attemptUnprocessed(order, attempt, CHALLENGE_FAILED);
      const threeDSecure = response === 'Y' ? ThreeDSecure.Authenticated : ThreeDSecure.Attempted;
      return this.core.payments.attempt(order, { ...attempt, threeDSecure });
    });
  }

  /** Abandons the challenge. The attempt fails with event 2061, without a webhook. */
  leaveChallenge(challengeId: string): CheckoutOutcome | undefined {
    return this.endChallenge(challengeId, (order, attempt) =>
      this.core.payments.attemptUnprocessed(order, attempt, CHALLENGE_ABANDONED),
    );
  }

  /**
   * Cancels the order, as the button on the page does, and returns the failure URL. An order that can be paid more than
   * once stays payable.
   *
   * @throws Refusal 404 for an unknown order, 403 if the source has no cancel button.
   */
  cancel(orderCode: string, lang?: string): { readonly redirectUrl: string } {
    const order = this.core.orders.get(orderCode);
    const source = this.sourceOf(order);
    if (!source.cancelButton) throw new Refusal(403, 'The payment source has no cancel button');
    if (!order.disablePaidState) this.core.orders.cancel(orderCode);
    const view = this.view(orderCode, lang);
    const language = view.state === 'unknown' ? order.language : view.language;
    return { redirectUrl: failureRedirect(order, source, { language, isCanceled: true }) };
  }

  private endChallenge(
    challengeId: string,
    end: (order: Order, attempt: PaymentAttempt) => Transaction,
  ): CheckoutOutcome | undefined {
    const challenge = this.challenges.get(challengeId);
    if (!challenge) return undefined;
    this.challenges.delete(challengeId);
    const { orderCode, attempt, language } = challenge;
    const view = this.view(orderCode, language);
    if (view.state !== 'payable') return { kind: 'not-payable', view };
    return this.toOutcome(view.order, language, end(view.order, attempt));
  }

  private toOutcome(order: Order, language: string, transaction: Transaction): CheckoutOutcome {
    const source = this.sourceOf(order);
    if (transaction.status !== 'E') {
      return {
        kind: 'approved',
        transaction,
        redirectUrl: successRedirect(order, source, transaction, language),
      };
    }
    const { eventId } = transaction;
    const redirectUrl = failureRedirect(order, source, { language, eventId, eci: transaction.threeDSecure });
    return { kind: 'declined', transaction, eventId, reason: eventText(eventId), redirectUrl };
  }

  private savedCards({ cardTokens = [] }: Order): readonly SavedCard[] {
    return cardTokens.flatMap((token) => {
      const card = this.core.cardTokens.find(token);
      return card ? [{ token, card }] : [];
    });
  }

  private shopUrl(order: Order, source: PaymentSource, language: string): string | null {
    if (order.state === OrderState.Pending) return null;
    return order.state === OrderState.Expired
      ? expiredRedirect(order, source, language)
      : failureRedirect(order, source, { language });
  }

  /** The store of a terminal is no payment source. Its orders have the default source (inferred). */
  private sourceOf(order: Order): PaymentSource {
    const source = this.core.sources.find(order.sourceCode) ?? this.core.sources.find(DEFAULT_SOURCE_CODE);
    if (!source) throw new Error(`order ${order.code} has the unknown source ${order.sourceCode}`);
    return source;
  }
}
