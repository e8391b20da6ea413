import { passesLuhnCheck } from '../domain/card.js';
import { REQUEST_LANGUAGES } from '../domain/contract.generated.js';
import { acceptsCards, acceptsIris, IRIS } from '../domain/order.js';
import { testCardOf } from '../domain/test-cards.js';
import { isFromOtherSite } from '../http/allowed-hosts.js';
import { redirectReply, type Page, type PageRequest } from '../http/page.js';
import type { HttpReply } from '../http/reply.js';
import { parseAmount } from './amount-text.js';
import { CHALLENGE_PAGES } from './challenge.pages.js';
import {
  addressOf,
  CANCEL_PATH,
  CHECKOUT_PATH,
  OTHER_CHECKOUT_PATHS,
  outcomeLocation,
  readAddress,
  type CheckoutAddress,
} from './checkout-address.js';
import { FORM_FIELDS, type CheckoutServices, type PayModel, type TypedFields } from './checkout.model.js';
import type { CardPayment, CheckoutOutcome, OrderView } from '../domain/checkout.types.js';
import { endPage } from './end-page.view.js';
import { formProblems } from './form-problems.js';
import { FALLBACK_LANGUAGE } from './language/texts.js';
import { payPage } from './pay-page.view.js';
import { failureRedirect, successRedirect } from '../domain/redirect-url.js';

/** Contract operation that creates the URL of the pages. */
const OPERATION = 'getSmartCheckout';

/** What a page shows besides the order. */
type PageState = Partial<Pick<PayModel, 'typed' | 'problems' | 'notice'>> & { readonly status?: number };

/** Serves the hosted checkout: payment, cancellation and the 3-D Secure step. */
export function checkoutPages(): readonly Page<CheckoutServices>[] {
  const pages = [
    { method: 'GET' as const, path: CHECKOUT_PATH, respond: show },
    { method: 'POST' as const, path: CHECKOUT_PATH, respond: pay, isOpenToOtherSites: true },
    { method: 'POST' as const, path: CANCEL_PATH, respond: cancel },
    ...CHALLENGE_PAGES,
  ].map((page) => ({ ...page, operation: OPERATION, isPublic: true }));
  const redirects = OTHER_CHECKOUT_PATHS.flatMap((path) =>
    (['GET', 'POST'] as const).map((method) => ({
      method,
      path,
      isPublic: true,
      isOpenToOtherSites: true,
      respond: redirectToPage,
    })),
  );
  return [...pages, ...redirects];
}

function orderPage(
  { forms }: CheckoutServices,
  address: CheckoutAddress,
  view: OrderView,
  { status = 200, typed = {}, problems = {}, notice = null }: PageState = {},
): HttpReply {
  return payPage(status, { address, ...view, formId: forms.newId(), typed, problems, notice });
}

function show(services: CheckoutServices, { headers, query }: PageRequest): HttpReply {
  const address = readAddress(query);
  const view = services.hostedCheckout.view(address.ref, address.lang);
  if (view.state === 'payable')
    return orderPage(services, address, view, declinedState(services, view, query.get('attempt') ?? ''));
  const { color, lang } = address;
  if (view.state === 'unknown')
    return endPage({ ...view, language: languageOf(lang), color, redirectUrl: siteBefore(headers) });
  const { state, order, language, merchantName } = view;
  const redirectUrl = state === 'paid' ? successUrl(services, view) : view.redirectUrl;
  // The service redirects to the order's `urlFail` instead of showing a link.
  return state === 'expired' && order.expiredUrl !== null && redirectUrl !== null
    ? redirectReply(redirectUrl)
    : endPage({ state, language, color, merchantName, redirectUrl });
}

/** Returns the success URL of a paid order, for a customer who opens the page again. */
function successUrl(
  { servicesForOrder }: CheckoutServices,
  { order, source, language, redirectUrl }: OrderView,
): string | null {
  const payment = servicesForOrder(order.code)
    .transactions.ofOrder(order.code)
    .find(({ status, parentId }) => status !== 'E' && parentId === null);
  return payment ? successRedirect(order, source, payment, language) : redirectUrl;
}

/** Returns the state of the page after a declined attempt, or an empty state if the order has no such attempt. */
function declinedState(
  { servicesForOrder }: CheckoutServices,
  { order, source, language }: OrderView,
  transactionId: string,
): PageState {
  const attempt = servicesForOrder(order.code).transactions.find(transactionId);
  if (attempt?.orderCode !== order.code || attempt.status !== 'E') return {};
  const { card, eventId, threeDSecure, email } = attempt;
  const redirectUrl = failureRedirect(order, source, { language, eventId, eci: threeDSecure });
  return {
    notice: { kind: 'declined', eventId, redirectUrl },
    typed: { email: email ?? undefined, holderName: card?.holderName },
  };
}

function pay(services: CheckoutServices, request: PageRequest): HttpReply {
  const { forms, hostedCheckout: checkout } = services;
  const { query, form } = request;
  if (!isFormOfPage(request)) return redirectToPage(services, request);
  const address = readAddress(query);
  const { lang, ref } = address;
  const key = formKey(services, ref, form);
  const earlierResult = forms.find(key);
  if (earlierResult !== undefined) return redirectReply(earlierResult);
  const view = checkout.view(ref, lang);
  const isIris = form.get('method') === String(IRIS);
  if (view.state !== 'payable' || !(isIris ? acceptsIris : acceptsCards)(view.order))
    return redirectReply(addressOf(CHECKOUT_PATH, address));
  if (isIris) return end(services, key, address, checkout.payWithIris(ref, lang));
  // If the saved card is no longer offered, the customer chooses a card again.
  const cardToken = view.savedCards.find(({ token }) => token === form.get('card'))?.token;
  const typed = { ...typedFields(form), card: cardToken ?? '' };
  const displayedTotal = form.get('shown');
  // The merchant can change the amount while the page is open. The customer must confirm the new amount.
  if (displayedTotal !== null && displayedTotal !== String(view.total ?? ''))
    return orderPage(services, address, view, { status: 409, typed, notice: { kind: 'amount-changed' } });
  const payment = cardPayment(form, view.order.currencyCode);
  const outcome =
    cardToken === undefined
      ? checkout.pay(ref, payment, lang)
      : checkout.payWithSavedCard(ref, { ...payment, cardToken }, lang);
  if (outcome.kind !== 'invalid') return end(services, key, address, outcome);
  const problems = formProblems(outcome.problems, payment, view);
  return orderPage(services, address, view, { status: 422, typed, problems });
}

/** Stores where a form led, so that a second click leads there too. */
function end(
  { forms }: CheckoutServices,
  key: string,
  address: CheckoutAddress,
  outcome: CheckoutOutcome,
): HttpReply {
  const location =
    outcome.kind === 'invalid' ? addressOf(CHECKOUT_PATH, address) : outcomeLocation(outcome, address);
  forms.store(key, location);
  return redirectReply(location);
}

// The same form with another card is a new attempt, because browsers can restore an old form. An ID of a client can be long.
function formKey({ ids }: CheckoutServices, code: string, form: URLSearchParams): string {
  const formId = form.get('form') ?? '';
  const card = form.get('card') || (form.get('number') ?? '').replace(/[\s-]/g, '');
  return formId === '' ? '' : ids.fingerprint(`${code} ${formId} ${card}`);
}

function cancel({ hostedCheckout: checkout }: CheckoutServices, { query }: PageRequest): HttpReply {
  const address = readAddress(query);
  const view = checkout.view(address.ref, address.lang);
  // A second click on cancel has the same result. The page shows if the order was paid or has expired.
  const cancellable = (view.state === 'payable' || view.state === 'cancelled') && view.source.cancelButton;
  if (!cancellable) return redirectReply(addressOf(CHECKOUT_PATH, address));
  return redirectReply(checkout.cancel(address.ref, address.lang).redirectUrl);
}

/** Shows the order of a shop's link or form. The order code is in the query, or in a form that a shop posts. */
function redirectToPage(_: unknown, { query, form }: PageRequest): HttpReply {
  return redirectReply(addressOf(CHECKOUT_PATH, readAddress(new URLSearchParams([...form, ...query]))));
}

/** Returns whether the page itself posted the form. The form of a shop has none of its fields. */
function isFormOfPage({ form, headers }: PageRequest): boolean {
  const names = ['form', ...FORM_FIELDS];
  return !isFromOtherSite(headers) && names.some((name) => form.has(name));
}

/** Returns the address of another site whose link the browser followed. */
function siteBefore({ referer = '', host }: PageRequest['headers']): string | null {
  return /^https?:/.test(referer) && URL.canParse(referer) && new URL(referer).host !== host ? referer : null;
}

const languageOf = (lang = ''): string => (REQUEST_LANGUAGES.includes(lang) ? lang : FALLBACK_LANGUAGE);

/** Returns the entered card number, unless it can be the number of a real card. */
function shownNumber(number: string): string | undefined {
  const digits = number.replace(/[\s-]/g, '');
  const canBeReal = /^\d{12,19}$/.test(digits) && passesLuhnCheck(digits) && !testCardOf(digits);
  return canBeReal ? undefined : number;
}

function typedFields(form: URLSearchParams): TypedFields {
  const names = FORM_FIELDS.filter((name) => name !== 'cvc' && form.has(name));
  const typed = Object.fromEntries(names.map((name) => [name, form.get(name) ?? '']));
  return { ...typed, number: shownNumber(form.get('number') ?? '') };
}

function cardPayment(form: URLSearchParams, currencyCode: string): CardPayment {
  const field = (name: string): string => form.get(name) ?? '';
  return {
    number: field('number'),
    expiry: field('expiry'),
    cvc: field('cvc'),
    holderName: field('holderName'),
    email: field('email'),
    installments: Number(field('installments')),
    amount: parseAmount(field('amount'), currencyCode),
  };
}
