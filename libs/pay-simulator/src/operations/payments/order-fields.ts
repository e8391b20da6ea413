import { PAYMENT_METHOD_IDS, REQUEST_LANGUAGES } from '../../domain/contract.generated.js';
import { isCurrencyCode } from '../../domain/currencies.js';
import { MIN_ORDER_AMOUNT, type OrderCustomer } from '../../domain/order.js';
import { isText } from '../../http/field-kinds.js';
import type { Fields } from '../../http/fields.js';

/** Seconds until an order expires when the merchant names none. */
const DEFAULT_TIMEOUT_SECONDS = 1800;
const MAX_TIMEOUT_SECONDS = 432_000;
/** The value of paymentTimeout that means: never. */
const NEVER_SECONDS = 65_535;
const TEXT = { min: 1, max: 2048 };

/** The order's amount: minor units, at least 30, or 0 when only the card is verified. */
export function orderAmount(body: Fields, isCardVerification: boolean): number {
  body.require('amount');
  const amount = body.integer('amount', isCardVerification ? { min: 0, max: 0 } : { min: MIN_ORDER_AMOUNT });
  return amount ?? 0;
}

/** Who pays, from the fields of one level. */
export function customerFields(fields: Fields | undefined): OrderCustomer {
  return {
    email: fields?.text('email', { min: 1, max: 50 }) ?? null,
    fullName: fields?.text('fullName', { min: 1, max: 100 }) ?? null,
    phone: fields?.text('phone', { min: 1, max: 30 }) ?? null,
    countryCode:
      fields?.text('countryCode', { pattern: /^[A-Za-z]{2}$/, expected: 'an ISO 3166-1 alpha-2 code' }) ??
      null,
  };
}

/** A language of the hosted page. */
export function requestLanguage(fields: Fields | undefined): string | undefined {
  const language = fields?.text('requestLang');
  if (language === undefined || REQUEST_LANGUAGES.includes(language)) return language;
  return fields?.expect('requestLang', `one of ${REQUEST_LANGUAGES.join(', ')}`);
}

/** The texts that go with a payment. */
export function orderTexts(body: Fields): { customerTrns: string; merchantTrns: string } {
  return {
    customerTrns: body.text('customerTrns', TEXT) ?? '',
    merchantTrns: body.text('merchantTrns', TEXT) ?? '',
  };
}

/** Labels of the order. */
export function orderTags(body: Fields): readonly string[] {
  return body.list('tags', isText, 'a list of texts') ?? [];
}

/** A numeric ISO 4217 code, as text or number; undefined: the merchant's currency. */
export function currencyCode(fields: Fields): string | undefined {
  const value = fields.value('currencyCode');
  if (value === undefined) return undefined;
  const code = typeof value === 'number' || typeof value === 'string' ? String(value).padStart(3, '0') : '';
  return isCurrencyCode(code) ? code : fields.expect('currencyCode', 'a numeric ISO 4217 code such as "978"');
}

/** When the order expires, from its timeout in seconds; null: never. */
export function expiry(body: Fields, now: number): number | null {
  const seconds =
    body.integer('paymentTimeout', { min: 1, max: MAX_TIMEOUT_SECONDS }) ?? DEFAULT_TIMEOUT_SECONDS;
  return seconds === NEVER_SECONDS ? null : now + seconds * 1000;
}

/** The tip contained in the amount, minor units. */
export function tipAmount(body: Fields, amount: number): number {
  return body.integer('tipAmount', { min: 0, max: Math.max(amount, 0) }) ?? 0;
}

/** The statement text: what is not a Latin letter, digit or space becomes a space. */
export function dynamicDescriptor(body: Fields): string | null {
  return body.text('dynamicDescriptor', { max: 13 })?.replace(/[^A-Za-z0-9 ]/g, ' ') ?? null;
}

/** Options that exclude each other: pre-authorisation, recurring and installments. */
export function checkExclusive(
  body: Fields,
  {
    preauth,
    allowRecurring,
    maxInstallments,
  }: { preauth: boolean; allowRecurring: boolean; maxInstallments: number },
): void {
  if ([preauth, allowRecurring, maxInstallments > 0].filter(Boolean).length > 1) {
    body.expect('preauth, allowRecurring, maxInstallments', 'at most one of the three');
  }
}

/** Saved cards, offered methods and their fees. */
export function paymentMethodFields(body: Fields): {
  cardTokens: readonly string[];
  paymentMethods: readonly number[];
  paymentMethodFees: Readonly<Record<string, number>>;
} {
  const isToken = (value: unknown): value is string => isText(value) && /^ct_\w+$/.test(value);
  const isMethod = (value: unknown): value is number =>
    typeof value === 'number' && PAYMENT_METHOD_IDS.includes(value);
  const fees = body.objects('paymentMethodFees').map((row) => {
    row.require('paymentMethodId', 'fee');
    const id = row.value('paymentMethodId');
    if (id !== undefined && !isMethod(Number(id)))
      row.expect('paymentMethodId', 'a payment method id such as "35"');
    return [String(Number(id)), row.integer('fee', { min: 0 }) ?? 0] as const;
  });
  return {
    cardTokens:
      body.list('cardTokens', isToken, 'a list of at most 10 card tokens such as ct_5d0a4e', 10) ?? [],
    paymentMethods:
      body.list('paymentMethods', isMethod, 'a list of payment method ids such as [0, 8]') ?? [],
    paymentMethodFees: Object.fromEntries(fees),
  };
}
