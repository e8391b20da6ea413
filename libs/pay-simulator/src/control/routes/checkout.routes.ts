import type {
  CardPayment,
  CheckoutOutcome,
  CheckoutProblems,
  CheckoutState,
  CheckoutView,
  OrderView,
  SavedCardPayment,
} from '../../domain/checkout.types.js';
import { testCard } from '../../domain/card.js';
import type { ChallengeAnswer } from '../../domain/issuer.js';
import { Refusal } from '../../domain/refusal.js';
import type { Transaction } from '../../domain/transaction.js';
import { bodyAs, known, parameter, handlers } from '../control-route.js';

/** Content of the checkout page of an order. An unknown order has only its state. */
type CheckoutPage = Pick<CheckoutView, 'state'> & Partial<Omit<OrderView, 'state'>>;

/** Routes of the checkout page and of 3-D Secure. */
export const CHECKOUT_ROUTES = handlers({
  getCheckout: ({ hostedCheckout }, request): CheckoutPage =>
    hostedCheckout.view(parameter(request, 'orderCode')),
  payAtCheckout: ({ clock, hostedCheckout }, request) =>
    outcomeView(
      hostedCheckout.pay(parameter(request, 'orderCode'), {
        email: 'buyer@example.com',
        ...testCard('approve', clock.now()),
        ...bodyAs<Partial<CardPayment>>(request),
      }),
    ),
  payWithSavedCard: ({ hostedCheckout }, request) =>
    outcomeView(
      hostedCheckout.payWithSavedCard(parameter(request, 'orderCode'), bodyAs<SavedCardPayment>(request)),
    ),
  payLaterAtCheckout: ({ hostedCheckout }, request) =>
    outcomeView(hostedCheckout.payLater(parameter(request, 'orderCode'))),
  payWithIrisAtCheckout: ({ hostedCheckout }, request) =>
    outcomeView(hostedCheckout.payWithIris(parameter(request, 'orderCode'))),
  cancelAtCheckout: ({ hostedCheckout }, request) => hostedCheckout.cancel(parameter(request, 'orderCode')),
  getChallenge: ({ hostedCheckout }, request) =>
    known(hostedCheckout.challenge(parameter(request, 'challengeId')), 'challenge'),
  answerChallenge: ({ hostedCheckout }, request) => {
    const { answer } = bodyAs<{ answer: ChallengeAnswer }>(request);
    return outcomeView(
      known(hostedCheckout.answerChallenge(parameter(request, 'challengeId'), answer), 'challenge'),
    );
  },
  leaveChallenge: ({ hostedCheckout }, request) =>
    outcomeView(known(hostedCheckout.leaveChallenge(parameter(request, 'challengeId')), 'challenge')),
});

/** Result of a payment attempt. */
interface CheckoutOutcomeView {
  /** `challenge`: answer the challenge with its ID. */
  readonly kind: CheckoutOutcome['kind'];
  readonly transaction?: Transaction;
  /** ID of the 3-D Secure challenge. */
  readonly challengeId?: string;
  /** Address that the customer returns to. */
  readonly redirectUrl?: string;
  /** Error messages by field. */
  readonly problems?: CheckoutProblems;
  /** State of an order that cannot be paid. */
  readonly state?: CheckoutState;
}

function outcomeView(outcome: CheckoutOutcome): CheckoutOutcomeView {
  if (outcome.kind !== 'not-payable') return outcome;
  const { kind, view } = outcome;
  if (view.state === 'unknown') throw new Refusal(404, 'The order was not found');
  return { kind, state: view.state };
}
