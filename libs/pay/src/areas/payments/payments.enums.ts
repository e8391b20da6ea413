/** State of an order. A paid order stays paid, even after a refund or void. */
export const OrderState = { Pending: 0, Expired: 1, Canceled: 2, Paid: 3 } as const;
export type OrderState = (typeof OrderState)[keyof typeof OrderState] | (number & {});

/**
 * Payment methods of the checkout page.
 * The service's own lists disagree on Swish and BLIK; the `…Older` members hold the earlier numbers.
 *
 * @see https://developer.viva.com/smart-checkout/pre-select-payment-method
 */
export const PaymentMethod = {
  Card: 0,
  SepaDirectDebit: 2,
  Cash: 3,
  DiasEBanking: 4,
  Wallet: 8,
  Ideal: 10,
  P24: 11,
  BlikOlder: 12,
  PayU: 13,
  Giropay: 15,
  Sofort: 16,
  Eps: 17,
  WeChatPay: 18,
  BitPay: 19,
  ApplePay: 20,
  GooglePay: 21,
  SamsungPay: 22,
  PayPal: 23,
  Trustly: 24,
  Klarna: 26,
  BancontactQr: 27,
  Payconiq: 28,
  Iris: 29,
  PayByBank: 30,
  MbWay: 31,
  Multibanco: 32,
  TbiBank: 34,
  PayOnDelivery: 35,
  MobilePayOnline: 36,
  BancomatPay: 37,
  ClickToPay: 38,
  Swish: 39,
  Blik: 40,
  Bluecode: 41,
  Satispay: 43,
  KlarnaPreauth: 44,
  SwishOlder: 221,
} as const;
export type PaymentMethod = (typeof PaymentMethod)[keyof typeof PaymentMethod] | (number & {});

/** Value of `paymentTimeout` for an order that never expires. */
export const PAYMENT_TIMEOUT_NEVER = 65535;

/** Languages of the checkout page, for `customer.requestLang`. Other values may appear. */
export const RequestLanguage = {
  Bulgarian: 'bg-BG',
  Croatian: 'hr-HR',
  Czech: 'cs-CZ',
  Danish: 'da-DK',
  Dutch: 'nl-NL',
  DutchBelgium: 'nl-BE',
  EnglishUK: 'en-GB',
  EnglishUS: 'en-US',
  Finnish: 'fi-FI',
  French: 'fr-FR',
  FrenchBelgium: 'fr-BE',
  German: 'de-DE',
  Greek: 'el-GR',
  Hungarian: 'hu-HU',
  Italian: 'it-IT',
  Polish: 'pl-PL',
  Portuguese: 'pt-PT',
  Romanian: 'ro-RO',
  Russian: 'ru-RU',
  Spanish: 'es-ES',
  Swedish: 'sv-SE',
} as const;
export type RequestLanguage = (typeof RequestLanguage)[keyof typeof RequestLanguage] | (string & {});
