import type { CheckoutOutcome } from '../domain/checkout.types.js';

/** Path of the hosted page on the server: the prefix of the web host, then the service's path. */
export const CHECKOUT_PATH = '/web/web/checkout';
/** Paths that lead to the page: the service's path without the prefix, as people type it, and the service's older paths. */
export const OTHER_CHECKOUT_PATHS = ['/web/checkout', '/web/web2', '/web/web/newtransaction.aspx'];
export const CANCEL_PATH = `${CHECKOUT_PATH}/cancel`;
export const CHALLENGE_PATH = `${CHECKOUT_PATH}/challenge`;

/** Parameters in the URL of the hosted page. `ref` is the order code. @see contract/openapi/payments.yaml getSmartCheckout */
export type CheckoutAddress = ReturnType<typeof readAddress>;

/** Reads the parameters of a page's URL. Their names have any case. */
export function readAddress(query: URLSearchParams) {
  const values = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  return {
    ref: values.get('ref') ?? '',
    color: values.get('color'),
    paymentMethod: values.get('paymentmethod'),
    lang: values.get('lang'),
  };
}

/** Returns the URL of another page for the same order. */
export function addressOf(
  path: string,
  address: CheckoutAddress,
  more: Readonly<Record<string, string>> = {},
): string {
  const parameters = Object.entries({ ...address, ...more }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return `${path}?${new URLSearchParams(parameters).toString()}`;
}

/** Returns the URL of the next page. After a decline, this is the page of the order, where the customer can try again. */
export function outcomeLocation(
  outcome: Exclude<CheckoutOutcome, { readonly kind: 'invalid' }>,
  address: CheckoutAddress,
): string {
  switch (outcome.kind) {
    case 'approved':
      return outcome.redirectUrl;
    case 'declined':
      return addressOf(CHECKOUT_PATH, address, { attempt: outcome.transaction.id });
    case 'challenge':
      return addressOf(CHALLENGE_PATH, address, { id: outcome.challengeId });
    case 'not-payable':
      return addressOf(CHECKOUT_PATH, address);
  }
}
