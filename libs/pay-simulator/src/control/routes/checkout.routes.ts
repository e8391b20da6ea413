import type { CardPayment, CheckoutOutcome, SavedCardPayment } from '../../domain/checkout.types.js';
import type { ChallengeAnswer } from '../../domain/issuer.js';
import { Refusal } from '../../domain/refusal.js';
import { cardEntry } from '../card-entry.js';
import { bodyAs, known, parameter, handlers } from '../control-route.js';

/** Routes of the checkout page and of 3-D Secure. */
export const CHECKOUT_ROUTES = handlers({
  getCheckout: ({ hostedCheckout }, request) => hostedCheckout.view(parameter(request, 'orderCode')),
  payAtCheckout: ({ clock, hostedCheckout }, request) =>
    outcomeView(
      hostedCheckout.pay(parameter(request, 'orderCode'), {
        email: 'buyer@example.com',
        ...cardEntry(bodyAs<Partial<CardPayment>>(request), clock.now()),
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

function outcomeView(outcome: CheckoutOutcome) {
  if (outcome.kind !== 'not-payable') return outcome;
  const { kind, view } = outcome;
  if (view.state === 'unknown') throw new Refusal(404, 'The order was not found');
  return { kind, state: view.state };
}
