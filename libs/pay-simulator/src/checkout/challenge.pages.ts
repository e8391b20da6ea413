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

/** Serves the 3-D Secure step of the hosted checkout. A second click redirects to the result of the first one. */
export const CHALLENGE_PAGES: readonly Page<CheckoutServices>[] = [
  { method: 'GET', path: CHALLENGE_PATH, respond: show },
  { method: 'POST', path: CHALLENGE_PATH, respond: submit },
];

function show({ forms, hostedCheckout }: CheckoutServices, { query }: PageRequest): HttpReply {
  const address = readAddress(query);
  const challengeId = query.get('id') ?? '';
  const challenge = hostedCheckout.challenge(challengeId);
  return challenge
    ? challengePage(challenge, { ...address, ref: challenge.order.code })
    : redirectReply(forms.find(challengeId) ?? addressOf(CHECKOUT_PATH, address));
}

function submit(services: CheckoutServices, request: PageRequest): HttpReply {
  const { forms, hostedCheckout: checkout } = services;
  const challengeId = request.query.get('id') ?? '';
  const choice = request.form.get('response');
  const answer = CHALLENGE_ANSWERS.find((one) => one === choice);
  const outcome =
    choice === LEAVE
      ? checkout.leaveChallenge(challengeId)
      : answer && checkout.answerChallenge(challengeId, answer);
  if (!outcome || outcome.kind === 'invalid') return show(services, request);
  const location = outcomeLocation(outcome, readAddress(request.query));
  forms.store(challengeId, location);
  return redirectReply(location);
}
