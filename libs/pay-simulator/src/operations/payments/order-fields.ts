import { PAYMENT_METHOD_IDS, REQUEST_LANGUAGES } from '../../domain/contract.generated.js';
import { isCurrencyCode } from '../../domain/currencies.js';
import { MIN_ORDER_AMOUNT, type OrderCustomer } from '../../domain/order.js';
import { refusal } from '../../domain/refusal.js';
import { DEFAULT_SOURCE_CODE } from '../../domain/sources.js';
import { isText } from '../../domain/json-kinds.js';
import { COUNTRY_CODE } from '../field-kinds.js';
import type { Fields } from '../../http/fields.js';

/** Default time until an order expires, in seconds. */
const DEFAULT_TIMEOUT_SECONDS = 1800;
const MAX_TIMEOUT_SECONDS = 432_000;
/** Value of `paymentTimeout` for an order that never expires. */
const NEVER_SECONDS = 65_535;
const TEXT = { min: 1, max: 2048 };

/** Returns the order code in a path. @throws Refusal 404 if it is not a valid order code. */
export function orderCodeOf(path: Readonly<Record<string, string>>): string {
  const code = path.orderCode ?? '';
  if (!/^\d{1,19}$/.test(code)) throw refusal(404, 'Order was not found');
  return code;
}

/** Reads the order's amount in minor units: at least 30, or 0 for a card verification. */
export function orderAmount(body: Fields, isCardVerification: boolean): number {
  const bounds = isCardVerification ? { min: 0, max: 0 } : { min: MIN_ORDER_AMOUNT };
  return body.integer('amount', { ...bounds, required: true });
}

/** Reads the customer. */
export function customerFields(fields: Fields | undefined): OrderCustomer {
  return {
    email: fields?.text('email', { min: 1, max: 50 }) ?? null,
    fullName: fields?.text('fullName', { min: 1, max: 100 }) ?? null,
    phone: fields?.text('phone', { min: 1, max: 30 }) ?? null,
    countryCode: fields?.text('countryCode', COUNTRY_CODE) ?? null,
  };
}

/** Reads the language of the checkout page. Any other text counts as absent. @see contract/behaviour/payments.yaml unknown-language */
export function requestLanguage(fields: Fields | undefined): string | undefined {
  const language = fields?.text('requestLang')?.toLowerCase();
  return REQUEST_LANGUAGES.find((one) => one.toLowerCase() === language);
}

/** Reads the descriptions of the payment. */
export function orderTexts(body: Fields): { customerTrns: string; merchantTrns: string } {
  return {
    customerTrns: body.text('customerTrns', TEXT) ?? '',
    merchantTrns: body.text('merchantTrns', TEXT) ?? '',
  };
}

/** Reads the tags of the order. */
function orderTags(body: Fields): readonly string[] {
  return body.list('tags', isText, 'a list of strings') ?? [];
}

/** Reads a numeric ISO 4217 code as a string or number. Without a value, the merchant's currency applies. */
export function currencyCode(fields: Fields): string | undefined {
  const value = fields.value('currencyCode');
  if (value === undefined) return undefined;
  const code = typeof value === 'number' || typeof value === 'string' ? String(value).padStart(3, '0') : '';
  return isCurrencyCode(code) ? code : fields.expect('currencyCode', 'a numeric ISO 4217 code such as "978"');
}

/** Reads the expiry from the timeout in seconds. Null if the order never expires. */
export function expiry(body: Fields, now: number): number | null {
  const seconds =
    body.integer('paymentTimeout', { min: 1, max: MAX_TIMEOUT_SECONDS }) ?? DEFAULT_TIMEOUT_SECONDS;
  return seconds === NEVER_SECONDS ? null : now + seconds * 1000;
}

/** Reads the tip in minor units, which is contained in the amount. */
function tipAmount(body: Fields, amount: number): number {
  return body.integer('tipAmount', { min: 0, max: Math.max(amount, 0) }) ?? 0;
}

/** Reads the statement text. Characters other than Latin letters, digits and spaces become spaces. */
export function dynamicDescriptor(body: Fields): string | null {
  return body.text('dynamicDescriptor', { max: 13 })?.replace(/[^A-Za-z0-9 ]/g, ' ') ?? null;
}

/** Reads saved cards, payment methods and their fees. */
export function paymentMethodFields(body: Fields): {
  cardTokens: readonly string[];
  paymentMethods: readonly number[];
  paymentMethodFees: Readonly<Record<string, number>>;
} {
  const isToken = (value: unknown): value is string => isText(value) && /^ct_\w+$/.test(value);
  const isMethod = (value: unknown): value is number =>
    typeof value === 'number' && PAYMENT_METHOD_IDS.includes(value);
  const fees = body.objects('paymentMethodFees').map((row) => {
    row.require('paymentMethodId');
    const id = row.value('paymentMethodId');
    if (id !== undefined && !isMethod(Number(id)))
      row.expect('paymentMethodId', 'a payment method ID such as "35"');
    return [String(Number(id)), row.integer('fee', { min: 0, required: true })] as const;
  });
  return {
    cardTokens:
      body.list('cardTokens', isToken, 'a list of at most 10 card tokens such as ct_5d0a4e', 10) ?? [],
    paymentMethods:
      body.list('paymentMethods', isMethod, 'a list of payment method IDs such as [0, 8]') ?? [],
    paymentMethodFees: Object.fromEntries(fees),
  };
}

/** Reads the details that both endpoints have. @param preauthName - Name of the field for a pre-authorization. */
export function commonDetails(body: Fields, preauthName: 'preauth' | 'isPreAuth', defaultCurrency: string) {
  const isCardVerification = body.boolean('isCardVerification') ?? false;
  const amount = orderAmount(body, isCardVerification);
  const preauth = body.boolean(preauthName) ?? false;
  const allowRecurring = body.boolean('allowRecurring') ?? false;
  const maxInstallments = body.integer('maxInstallments', { min: 0, max: 36 }) ?? 0;
  return {
    amount,
    ...orderTexts(body),
    isCardVerification,
    preauth,
    // The service takes an order that asks for several of the three, and they exclude each other. @see contract/behaviour/payments.yaml exclusive-kinds
    allowRecurring: allowRecurring && !preauth,
    maxInstallments: preauth || allowRecurring ? 0 : maxInstallments,
    tipAmount: tipAmount(body, amount),
    disableCash: body.boolean('disableCash') ?? false,
    disableExactAmount: body.boolean('disableExactAmount') ?? false,
    sourceCode: body.code('sourceCode') ?? DEFAULT_SOURCE_CODE,
    currencyCode: currencyCode(body) ?? defaultCurrency,
    tags: orderTags(body),
  };
}
