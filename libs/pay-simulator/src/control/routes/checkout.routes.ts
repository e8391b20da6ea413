import type {
  CardPayment,
  CheckoutOutcome,
  CheckoutProblems,
  CheckoutState,
  CheckoutView,
  OrderView,
  SavedCardPayment,
} from '../../checkout/checkout.types.js';
import { testCard } from '../../domain/card.js';
import type { ChallengeAnswer } from '../../domain/issuer.js';
import { Refusal } from '../../domain/refusal.js';
import type { Transaction } from '../../domain/transaction.js';
import { bodyAs, known, parameter, routesOf } from '../control-route.js';
import * as schema from '../control-schemas.js';

/** Content of the checkout page of an order. An unknown order has only its state. */
type CheckoutPage = Pick<CheckoutView, 'state'> & Partial<Omit<OrderView, 'state'>>;

const UNKNOWN_ORDER = { 404: 'The order is unknown.' };
const CUSTOMER_ENTRIES = {
  email: schema.text('E-mail address of the customer.'),
  fullName: schema.text('Name of the customer.'),
  phone: schema.text('Phone of the customer.'),
  installments: schema.whole('Number of installments, if the order offers them.', 0),
  amount: schema.amount('Amount, if the customer chooses it'),
  authorisedAmount: schema.amount('Amount that the issuer authorizes, if it is less than the amount'),
};
const UNKNOWN_CHALLENGE = { 404: 'The challenge is unknown, or it has ended.' };

/** Routes of the checkout page and of 3-D Secure. */
export const CHECKOUT_ROUTES = routesOf('Checkout', {
  getCheckout: {
    endpoint: 'GET /checkout/{orderCode}',
    summary: 'Returns the content of the checkout page of an order.',
    calls: ['checkout.view'],
    run: ({ hostedCheckout }, request): CheckoutPage => hostedCheckout.view(parameter(request, 'orderCode')),
  },
  payAtCheckout: {
    endpoint: 'POST /checkout/{orderCode}/pay',
    summary:
      'Pays an order with a test card. The parts of the card that you omit are those of an approved card.',
    calls: ['checkout.pay'],
    errors: UNKNOWN_ORDER,
    body: schema.input({ ...schema.CARD, ...CUSTOMER_ENTRIES }),
    example: { number: '4147463011110133' },
    run: ({ clock, hostedCheckout }, request) =>
      outcomeView(
        hostedCheckout.pay(parameter(request, 'orderCode'), {
          email: 'buyer@example.com',
          ...testCard('approve', clock.now()),
          ...bodyAs<Partial<CardPayment>>(request),
        }),
      ),
  },
  payWithSavedCard: {
    endpoint: 'POST /checkout/{orderCode}/pay-with-saved-card',
    summary: 'Pays an order with one of its saved cards.',
    calls: ['checkout.payWithSavedCard'],
    errors: UNKNOWN_ORDER,
    body: schema.input({ cardToken: schema.id("One of the order's `cardTokens`."), ...CUSTOMER_ENTRIES }, [
      'cardToken',
    ]),
    example: { cardToken: 'ct_5d0a4e3a7e04469f82da228ca98fd661' },
    run: ({ hostedCheckout }, request) =>
      outcomeView(
        hostedCheckout.payWithSavedCard(parameter(request, 'orderCode'), bodyAs<SavedCardPayment>(request)),
      ),
  },
  payLaterAtCheckout: {
    endpoint: 'POST /checkout/{orderCode}/pay-later',
    summary: 'Starts a payment that is confirmed later, such as e-banking.',
    calls: ['checkout.payLater'],
    errors: UNKNOWN_ORDER,
    run: ({ hostedCheckout }, request) =>
      outcomeView(hostedCheckout.payLater(parameter(request, 'orderCode'))),
  },
  payWithIrisAtCheckout: {
    endpoint: 'POST /checkout/{orderCode}/pay-with-iris',
    summary: 'Pays an order with IRIS: 7.34 is approved and 7.35 declined at once, others end later.',
    calls: ['checkout.payWithIris'],
    errors: { ...UNKNOWN_ORDER, 409: 'The order cannot be paid with IRIS.' },
    run: ({ hostedCheckout }, request) =>
      outcomeView(hostedCheckout.payWithIris(parameter(request, 'orderCode'))),
  },
  cancelAtCheckout: {
    endpoint: 'POST /checkout/{orderCode}/cancel',
    summary: 'Cancels an order with the button on the checkout page.',
    calls: ['checkout.cancel'],
    errors: { ...UNKNOWN_ORDER, 409: 'The page has no cancel button.' },
    run: ({ hostedCheckout }, request) => hostedCheckout.cancel(parameter(request, 'orderCode')),
  },
  getChallenge: {
    endpoint: 'GET /challenges/{challengeId}',
    summary: 'Returns a pending 3-D Secure challenge.',
    calls: ['checkout.challenge'],
    errors: UNKNOWN_CHALLENGE,
    run: ({ hostedCheckout }, request) =>
      known(hostedCheckout.challenge(parameter(request, 'challengeId')), 'challenge'),
  },
  answerChallenge: {
    endpoint: 'POST /challenges/{challengeId}/answer',
    summary: 'Completes a 3-D Secure challenge.',
    calls: ['checkout.answerChallenge'],
    errors: UNKNOWN_CHALLENGE,
    body: schema.input(
      {
        answer: schema.oneOf(
          ['Y', 'N', 'A', 'R', 'U'],
          'Y: authenticated, A: attempted. N, R and U fail with event 2062.',
        ),
      },
      ['answer'],
    ),
    example: { answer: 'Y' },
    run: ({ hostedCheckout }, request) => {
      const { answer } = bodyAs<{ answer: ChallengeAnswer }>(request);
      return outcomeView(
        known(hostedCheckout.answerChallenge(parameter(request, 'challengeId'), answer), 'challenge'),
      );
    },
  },
  leaveChallenge: {
    endpoint: 'POST /challenges/{challengeId}/leave',
    summary: 'Abandons a 3-D Secure challenge. The attempt fails with event 2061.',
    calls: ['checkout.leaveChallenge'],
    errors: UNKNOWN_CHALLENGE,
    run: ({ hostedCheckout }, request) =>
      outcomeView(known(hostedCheckout.leaveChallenge(parameter(request, 'challengeId')), 'challenge')),
  },
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
