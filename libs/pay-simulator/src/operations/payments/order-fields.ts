import { BadRequest } from '../../http/bad-request.js';
import { within } from '../../http/request-values.js';
import type {
  CreateLegacyOrderBody,
  CreateOrderBody,
  ResellersCreateOrderBody,
} from '../request-values.generated.js';
import { PAYMENT_METHOD_IDS, REQUEST_LANGUAGES } from '../../domain/contract.generated.js';
import * as rules from '../../domain/named-rules.js';
import type { OrderCustomer } from '../../domain/order.js';
import { refusal } from '../../domain/refusal.js';
import { DEFAULT_SOURCE_CODE } from '../../domain/sources.js';

/** Default time until an order expires, in seconds. */
const DEFAULT_TIMEOUT_SECONDS = 1800;
/** Value of `paymentTimeout` for an order that never expires. */
const NEVER_SECONDS = 65_535;

/** Returns the order code in a path. @throws Refusal 404 if it is not a valid order code. */
export function orderCodeOf(path: Readonly<Record<string, string>>): string {
  const code = path.orderCode ?? '';
  if (!/^\d{1,19}$/.test(code)) throw refusal(404, 'Order was not found');
  return code;
}

/** Fields of the ISV's share. */
export interface IsvShareFields {
  readonly isvAmount?: number;
  readonly resellerSourceCode?: string;
}

/** Fields of all requests that create an order. */
export type OrderBody = Partial<Omit<CreateLegacyOrderBody, 'expirationDate'> & ResellersCreateOrderBody> &
  IsvShareFields &
  Omit<CreateOrderBody, 'currencyCode'> & {
    readonly expirationDate?: number;
    readonly transfer?: {
      readonly connectedAccountId: string;
      readonly amount?: number;
      readonly platformFee?: number;
    };
  };

/** Returns the order's amount in minor units: at least 1, or 0 for a card verification. */
export const orderAmount = (amount: number, isCardVerification: boolean): number =>
  within('amount', amount, rules.orderAmount(isCardVerification));

/** Returns the customer. @see contract/behaviour/payments.yaml empty-customer */
export const customerFields = (customer: Partial<OrderCustomer> = {}): OrderCustomer => {
  const { email = null, fullName = null, phone = null, countryCode = null } = customer;
  return { email, fullName, phone, countryCode };
};

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  REQUEST_LANGUAGES.map((language) => [language.toLowerCase(), language]),
);

/** Returns the language of the checkout page. Any other text counts as absent. @see contract/behaviour/payments.yaml unknown-language */
export const requestLanguage = (language = ''): string | undefined => LANGUAGES.get(language.toLowerCase());

/** Returns the expiry from the timeout in seconds, of which 0 is none. Null if the order never expires. */
export function expiry(timeout: number | undefined, now: number): number | null {
  const seconds = timeout || DEFAULT_TIMEOUT_SECONDS;
  return seconds === NEVER_SECONDS ? null : now + seconds * 1000;
}

/** Returns the statement text. Characters other than Latin letters, digits and spaces become spaces. */
export const dynamicDescriptor = (text: string | undefined): string | null =>
  text?.replace(/[^A-Za-z0-9 ]/g, ' ') ?? null;

/** Returns saved cards, payment methods and their fees. */
export function paymentMethodFields({
  cardTokens = [],
  paymentMethods = [],
  paymentMethodFees = [],
}: OrderBody) {
  const isMethod = (id: number): boolean => PAYMENT_METHOD_IDS.includes(id);
  if (!paymentMethods.every(isMethod))
    throw BadRequest.ofRule('paymentMethods', 'a list of payment method IDs such as [0, 8]');
  const fees = paymentMethodFees.map(({ paymentMethodId, fee }, index) => {
    const id = Number(paymentMethodId);
    if (isMethod(id)) return [String(id), fee] as const;
    throw BadRequest.ofRule(
      `paymentMethodFees[${index}].paymentMethodId`,
      'a payment method ID such as "35"',
    );
  });
  return { cardTokens, paymentMethods, paymentMethodFees: Object.fromEntries(fees) };
}

/** Returns the details that the endpoints have in common. The older one has another name for a pre-authorization. */
export function commonDetails(body: OrderBody, defaultCurrency: string) {
  const {
    customerTrns = '',
    merchantTrns = '',
    sourceCode = DEFAULT_SOURCE_CODE,
    tags = [],
    tipAmount = 0,
  } = body;
  const { isCardVerification = false, disableCash = false, disableExactAmount = false } = body;
  const { isPreAuth = false, preauth = isPreAuth, allowRecurring = false, maxInstallments = 0 } = body;
  const amount = orderAmount(body.amount, isCardVerification);
  // The tip is contained in the amount.
  within('tipAmount', tipAmount, { minimum: 0, maximum: Math.max(amount, 0) });
  return {
    ...{ amount, customerTrns, merchantTrns, isCardVerification, preauth, tipAmount },
    ...rules.exclusiveKind(preauth, allowRecurring, maxInstallments),
    ...{ disableCash, disableExactAmount, sourceCode, tags },
    currencyCode: body.currencyCode?.padStart(3, '0') ?? defaultCurrency,
  };
}
