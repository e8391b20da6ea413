import type { CheckoutOutcome } from '../../domain/checkout.types.js';
import type { Services } from '../../services/services.js';
import { Refusal } from '../../domain/refusal.js';
import { cardEntry } from '../card-entry.js';
import { known, type Handlers } from '../control-route.js';

/** Routes of the checkout page and of 3-D Secure. */
export const CHECKOUT_ROUTES = {
  getCheckout: ({ hostedCheckout }, { path }) => hostedCheckout.view(path.orderCode),
  payAtCheckout: ({ clock, hostedCheckout }, { path, body }) => {
    const card = { email: 'buyer@example.com', ...cardEntry(body, clock.now()) };
    return outcomeView(hostedCheckout.pay(path.orderCode, card));
  },
  payWithSavedCard: ({ hostedCheckout }, { path, body }) =>
    outcomeView(hostedCheckout.payWithSavedCard(path.orderCode, body)),
  payLaterAtCheckout: ({ hostedCheckout }, { path }) => outcomeView(hostedCheckout.payLater(path.orderCode)),
  payWithIrisAtCheckout: ({ hostedCheckout }, { path }) =>
    outcomeView(hostedCheckout.payWithIris(path.orderCode)),
  cancelAtCheckout: ({ hostedCheckout }, { path }) => hostedCheckout.cancel(path.orderCode),
  getChallenge: ({ hostedCheckout }, { path }) =>
    known(hostedCheckout.challenge(path.challengeId), 'challenge'),
  answerChallenge: ({ hostedCheckout }, { path, body }) =>
    outcomeView(known(hostedCheckout.answerChallenge(path.challengeId, body.answer), 'challenge')),
  leaveChallenge: ({ hostedCheckout }, { path }) =>
    outcomeView(known(hostedCheckout.leaveChallenge(path.challengeId), 'challenge')),
} satisfies Handlers<Services>;

function outcomeView(outcome: CheckoutOutcome) {
  if (outcome.kind !== 'not-payable') return outcome;
  const { kind, view } = outcome;
  if (view.state === 'unknown') throw new Refusal(404, 'The order was not found');
  return { kind, state: view.state };
}
