import { redirectReply, type Page, type PageRequest } from '../http/page.js';
import type { HttpReply } from '../http/reply.js';
import { CHALLENGE_ANSWERS, challengePage, LEAVE } from './challenge-page.view.js';
import type { CheckoutServices } from './checkout.model.js';
import {
  addressOf,
  CHALLENGE_PATH,
  CHECKOUT_PATH,
  outcomeLocation,
  readAddress,
} from './checkout-address.js';
import type { CheckoutOutcome } from '../domain/checkout.types.js';

/** Serves the 3-D Secure step of the hosted checkout. A second click redirects to the result of the first one. */
export function challengePages(): readonly Page<CheckoutServices>[] {
  const end = (
    { hostedCheckout: checkout }: CheckoutServices,
    challengeId: string,
    choice: string,
  ): CheckoutOutcome | undefined => {
    if (choice === LEAVE) return checkout.leaveChallenge(challengeId);
    const answer = CHALLENGE_ANSWERS.find((one) => one === choice);
    return answer && checkout.answerChallenge(challengeId, answer);
  };

  const show = ({ forms, hostedCheckout: checkout }: CheckoutServices, { query }: PageRequest): HttpReply => {
    const address = readAddress(query);
    const challengeId = query.get('id') ?? '';
    const challenge = checkout.challenge(challengeId);
    if (challenge) return challengePage(challenge, { ...address, ref: challenge.order.code });
    return redirectReply(forms.find(challengeId) ?? addressOf(CHECKOUT_PATH, address));
  };

  const submit = (services: CheckoutServices, request: PageRequest): HttpReply => {
    const challengeId = request.query.get('id') ?? '';
    const outcome = end(services, challengeId, request.form.get('response') ?? '');
    if (!outcome || outcome.kind === 'invalid') return show(services, request);
    const location = outcomeLocation(outcome, readAddress(request.query));
    services.forms.store(challengeId, location);
    return redirectReply(location);
  };

  return [
    { method: 'GET', path: CHALLENGE_PATH, respond: show },
    { method: 'POST', path: CHALLENGE_PATH, respond: submit },
  ];
}
