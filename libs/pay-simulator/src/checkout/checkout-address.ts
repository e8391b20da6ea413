/** Path of the hosted page below the server's root: the web host's prefix and the service's own path. */
export const CHECKOUT_PATH = '/web/web/checkout';
export const CANCEL_PATH = `${CHECKOUT_PATH}/cancel`;
export const CHALLENGE_PATH = `${CHECKOUT_PATH}/challenge`;

/** Parameters in the URL of the hosted page. A missing parameter is null. @see contract/payments.json getSmartCheckout */
export interface CheckoutAddress {
  /** Order code in the URL. */
  readonly ref: string;
  readonly color: string | null;
  readonly paymentMethod: string | null;
  readonly lang: string | null;
}

/** Reads the address of a page. */
export function readAddress(query: URLSearchParams): CheckoutAddress {
  return {
    ref: query.get('ref') ?? '',
    color: query.get('color'),
    paymentMethod: query.get('paymentMethod'),
    lang: query.get('lang'),
  };
}

/** The address of another page for the same order. */
export function addressOf(
  path: string,
  address: CheckoutAddress,
  more: Readonly<Record<string, string>> = {},
): string {
  const given = Object.entries({ ...address }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return `${path}?${new URLSearchParams([...given, ...Object.entries(more)]).toString()}`;
}
