import { PAYMENT_METHOD_IDS, REQUEST_LANGUAGES } from '../../domain/contract.generated.js';
import { isCurrencyCode } from '../../domain/currencies.js';
import * as rules from '../../domain/named-rules.js';
import type { OrderCustomer } from '../../domain/order.js';
import { refusal } from '../../domain/refusal.js';
import { DEFAULT_SOURCE_CODE } from '../../domain/sources.js';
import type { Fields } from '../../http/fields.js';

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

const AMOUNT = { ...rules.orderAmount(false), required: true } as const;
const VERIFICATION_AMOUNT = { ...rules.orderAmount(true), required: true } as const;

/** Reads the order's amount in minor units: at least 1, or 0 for a card verification. */
export function orderAmount(body: Fields, isCardVerification: boolean): number {
  return body.integer('amount', isCardVerification ? VERIFICATION_AMOUNT : AMOUNT);
}

/** Reads the customer. @see contract/behaviour/payments.yaml empty-customer */
export function customerFields(fields: Fields | undefined): OrderCustomer {
  return {
    email: fields?.optionalText('email') ?? null,
    fullName: fields?.optionalText('fullName') ?? null,
    phone: fields?.optionalText('phone') ?? null,
    countryCode: fields?.optionalText('countryCode') ?? null,
  };
}

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  REQUEST_LANGUAGES.map((language) => [language.toLowerCase(), language]),
);

/** Reads the language of the checkout page. Any other text counts as absent. @see contract/behaviour/payments.yaml unknown-language */
export function requestLanguage(fields: Fields | undefined): string | undefined {
  return LANGUAGES.get(fields?.optionalText('requestLang')?.toLowerCase() ?? '');
}

/** Reads the descriptions of the payment. */
export const orderTexts = (body: Fields) => ({
  customerTrns: body.optionalCode('customerTrns') ?? '',
  merchantTrns: body.optionalCode('merchantTrns') ?? '',
});

/** Reads a numeric ISO 4217 code as a string or number. Without a value, the merchant's currency applies. */
export function currencyCode(fields: Fields): string | undefined {
  const value = fields.value('currencyCode');
  if (value === undefined) return undefined;
  const code = typeof value === 'number' || typeof value === 'string' ? String(value).padStart(3, '0') : '';
  return isCurrencyCode(code) ? code : fields.expect('currencyCode', 'a numeric ISO 4217 code such as "978"');
}

/** Reads the expiry from the timeout in seconds, of which 0 is none. Null if the order never expires. */
export function expiry(body: Fields, now: number): number | null {
  const seconds = body.integer('paymentTimeout', { minimum: 0 }) || DEFAULT_TIMEOUT_SECONDS;
  return seconds === NEVER_SECONDS ? null : now + seconds * 1000;
}

/** Reads the statement text. Characters other than Latin letters, digits and spaces become spaces. */
export function dynamicDescriptor(body: Fields): string | null {
  return body.text('dynamicDescriptor')?.replace(/[^A-Za-z0-9 ]/g, ' ') ?? null;
}

/** Reads saved cards, payment methods and their fees. */
export function paymentMethodFields(body: Fields) {
  const isMethod = (id: number): boolean => PAYMENT_METHOD_IDS.includes(id);
  const paymentMethods = body.list<number>('paymentMethods') ?? [];
  if (!paymentMethods.every(isMethod))
    body.expect('paymentMethods', 'a list of payment method IDs such as [0, 8]');
  const fees = body.objects('paymentMethodFees').map((row) => {
    const id = row.code('paymentMethodId');
    if (id !== undefined && !isMethod(Number(id)))
      row.expect('paymentMethodId', 'a payment method ID such as "35"');
    return [String(Number(id)), row.integer('fee', { required: true })] as const;
  });
  return {
    cardTokens: body.list<string>('cardTokens') ?? [],
    paymentMethods,
    paymentMethodFees: Object.fromEntries(fees),
  };
}

/** Reads the details that both endpoints have. @param preauthName - Name of the field for a pre-authorization. */
export function commonDetails(body: Fields, preauthName: 'preauth' | 'isPreAuth', defaultCurrency: string) {
  const isCardVerification = body.boolean('isCardVerification') ?? false;
  const amount = orderAmount(body, isCardVerification);
  const preauth = body.boolean(preauthName) ?? false;
  const allowRecurring = body.boolean('allowRecurring') ?? false;
  const maxInstallments = body.integer('maxInstallments') ?? 0;
  return {
    amount,
    ...orderTexts(body),
    isCardVerification,
    preauth,
    ...rules.exclusiveKind(preauth, allowRecurring, maxInstallments),
    // It is contained in the amount.
    tipAmount: body.integer('tipAmount', { maximum: Math.max(amount, 0) }) ?? 0,
    disableCash: body.boolean('disableCash') ?? false,
    disableExactAmount: body.boolean('disableExactAmount') ?? false,
    sourceCode: body.code('sourceCode') ?? DEFAULT_SOURCE_CODE,
    currencyCode: currencyCode(body) ?? defaultCurrency,
    tags: body.list<string>('tags') ?? [],
  };
}
