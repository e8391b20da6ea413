import { isCurrencyCode } from '../domain/currencies.js';
import { EMAIL_PATTERN } from '../domain/onboarding.js';
import { MIN_ORDER_AMOUNT } from '../domain/order.js';
import type { QueryAndBody, RequestSchema } from '../http/request-limits.js';

type Differences = Readonly<Record<string, Partial<QueryAndBody<RequestSchema>>>>;

/** An empty text, which counts as absent. @see contract/behaviour/payments.yaml empty-customer */
const BLANK = { isBlank: true };
/** A field without the limits of the contract. */
const ANY = { type: 'any', exclusiveMinimum: undefined, enum: undefined };
const EMAIL = { fits: (text: string) => EMAIL_PATTERN.test(text), expected: 'an email address' };
const AMOUNT = { type: 'integer', minimum: 0 };
/** The simulator also posts to addresses of this machine, which have no https. */
const RECEIVER = { format: undefined, pattern: undefined };
/** A numeric code as text or a number, which can have lost its zeros. */
const CURRENCY = {
  type: ['string', 'integer'],
  fits: (text: string) => isCurrencyCode(text.padStart(3, '0')),
  expected: 'a numeric ISO 4217 code such as "978"',
};
const TIME = {
  format: undefined,
  fits: (text: string) => /^\d{4}-\d\d-\d\d(T.+)?$/.test(text) && !Number.isNaN(Date.parse(text)),
  expected: 'an ISO 8601 date or date-time',
};
/** Plugins send the number of the shop’s order. */
const REFERENCE = { ...BLANK, type: ['string', 'integer'] };
const CUSTOMER = { email: BLANK, fullName: BLANK, phone: BLANK, countryCode: BLANK, requestLang: BLANK };
/** The service takes a smaller order than it lets customers pay, and a timeout of 0. @see contract/behaviour/payments.yaml small-orders */
const ORDER = {
  ...{ amount: AMOUNT, currencyCode: CURRENCY, customerTrns: REFERENCE, merchantTrns: REFERENCE },
  paymentTimeout: AMOUNT,
};
/** What a charge or a refund can have besides its amount. */
const DETAILS = {
  sourceCode: {},
  currencyCode: CURRENCY,
  customerTrns: {},
  merchantTrns: {},
  idempotencyKey: {},
};
const ISV_SHARE = { isvAmount: AMOUNT, resellerSourceCode: {} };
const COUNTER = { countryCode: { pattern: '^[A-Za-z]{2}$' } };
const PAGE_SIZE = { PageSize: { maximum: undefined } };
const SEARCH = { insDateFrom: TIME, insDateTo: TIME, ClearanceDateFrom: TIME, ClearanceDateTo: TIME };
/** The operations of an ISV that list transactions share a URL. */
const LIST = {
  required: [],
  properties: {
    date: { format: 'date' },
    clearanceDate: { format: 'date' },
    orderCode: { type: 'integer', format: 'int64', minimum: 1 },
    sourceCode: {},
  },
};
const CHARGE = {
  properties: {
    ...{ ...DETAILS, ...ISV_SHARE, tipAmount: { type: 'integer', minimum: 0 } },
    installments: { type: 'integer' },
  },
};
const AT_TERMINAL = {
  currencyCode: { fits: isCurrencyCode, expected: 'an ISO 4217 numeric code', pattern: undefined },
};
/** Fields that the simulator takes of all requests to terminals. */
const TERMINAL = {
  body: {
    properties: {
      ...AT_TERMINAL,
      ...{
        parentSessionId: {},
        aadeProviderId: {},
        aadeProviderSignatureData: {},
        aadeProviderSignature: {},
      },
      ...{
        tipAmount: { type: 'integer' },
        maxInstalments: { type: 'integer' },
        preauth: { type: 'boolean' },
      },
      ...{ skipSurcharge: { type: 'boolean' }, interappCallback: {} },
      isvDetails: { type: 'object' },
      fiscalisationData: { type: 'object', isRaw: true },
    },
  },
};
const COUNTER_PAYMENT = { body: { required: ['amount', 'phone', 'oneTimePassword'], properties: COUNTER } };
const SALE = { body: { properties: { ...TERMINAL.body.properties, amount: { minimum: MIN_ORDER_AMOUNT } } } };

const sameFor = (keys: readonly string[], difference: Differences[string]): Differences =>
  Object.fromEntries(keys.map((key) => [key, difference]));

/**
 * What the service takes unlike the schemas of the contract, and fields that an operation shares with another one of the same URL. A
 * difference of a merchant's operation is also one of the ISV's.
 */
export const DIFFERENCES: Differences = {
  // The token endpoint says itself what is wrong.
  ...sameFor(['auth.getPayAccessToken', 'auth.getCloudTerminalAccessToken', 'getCloudTerminalAccessToken'], {
    body: {
      required: [],
      properties: { grant_type: { const: undefined }, scope: {}, client_id: {}, client_secret: {} },
    },
  }),
  'bankTransfers.createBankTransferFeeCommand': { body: { properties: { instructionType: ANY } } },
  'connectedAccounts.create': { body: { properties: { email: EMAIL } } },
  'sellers.createAccount': { body: { properties: { email: EMAIL } } },
  'dataServices.searchTransactions': {
    query: { properties: PAGE_SIZE },
    body: { properties: SEARCH },
  },
  'transactions.searchTransactions': { body: { properties: SEARCH } },
  'dataServices.searchAccountTransactions': {
    query: { properties: PAGE_SIZE },
    // @see contract/behaviour/data-services.yaml search-without-period
    body: { required: [], properties: { DateFrom: TIME, DateTo: TIME } },
  },
  'dataServices.searchMerchantExpenses': { query: { properties: PAGE_SIZE } },
  'obligations.createObligation': { body: { properties: { amount: ANY } } },
  'payments.createOrder': {
    body: {
      properties: {
        ...ORDER,
        customer: { properties: CUSTOMER },
        // Requests of the marketplace have a list.
        klarnaOrderOptions: { type: ['object', 'array'] },
        transfer: {
          type: 'object',
          required: ['connectedAccountId'],
          properties: {
            connectedAccountId: {},
            amount: { type: 'integer' },
            platformFee: { type: 'integer' },
          },
        },
      },
    },
  },
  'payments.createLegacyOrder': {
    body: {
      properties: {
        ...{ ...ORDER, ...CUSTOMER },
        expirationDate: { format: 'date-time' },
      },
    },
  },
  'resellers.createOrder': { body: { required: ['amount'], properties: { ...ORDER, ...CUSTOMER } } },
  'payments.updateOrder': { body: { properties: { amount: { minimum: MIN_ORDER_AMOUNT } } } },
  ...sameFor(
    [
      ...['initiateSaleRequest', 'capturePreAuthRequest', 'refundTransaction', 'unreferencedRefund'],
      ...['fastRefund', 'rebate'],
    ].map((method) => `pos.transactions.${method}`),
    TERMINAL,
  ),
  'pos.transactions.initiateSaleRequest': SALE,
  ...sameFor(['resellers.billPayment', 'resellers.cashPayment'], COUNTER_PAYMENT),
  ...sameFor(['resellers.checkBillPaymentEligibility', 'resellers.checkCashPaymentEligibility'], {
    body: { properties: COUNTER },
  }),
  ...sameFor(['resellers.resendBillPaymentOtp', 'resellers.resendCashPaymentOtp'], {
    query: { properties: COUNTER },
  }),
  // A physical source has no address.
  'source.createSource': {
    body: {
      required: ['sourceCode', 'name'],
      properties: {
        domain: {
          fits: (text: string) => /^[^\s/:?#]+(:\d+)?$/.test(text),
          expected: 'a domain without scheme and path',
        },
      },
    },
  },
  // A charge without an amount has a response with HTTP 200.
  'transactions.createTransaction': { body: { required: [], ...CHARGE } },
  'transactions.createRecurringTransaction': { body: { required: ['isvAmount'], ...CHARGE } },
  'transactions.capturePreAuthPayment': { body: { required: ['isvAmount'], ...CHARGE } },
  // The service itself refuses an amount that is missing or not above 0.
  'transactions.cancelTransaction': {
    query: { required: [], properties: { ...DETAILS, amount: { minimum: undefined } } },
  },
  ...sameFor(
    [
      ...['payOutOld', 'octAndPayout', 'acquiringRefund', 'cancelPartialAuthorization'],
      'cancelRebateOrFastRefund',
    ].map((method) => `transactions.${method}`),
    { query: { properties: DETAILS } },
  ),
  ...sameFor(
    ['acquiringCharge', 'rebate', 'fastRefund', 'increasePreauth'].map((method) => `transactions.${method}`),
    { body: { properties: DETAILS } },
  ),
  // An unknown order is a 404, however short its code is.
  'transactions.makeMotoCardCharge': {
    body: {
      properties: {
        ...{
          ...DETAILS,
          ...ISV_SHARE,
          installments: { type: 'integer' },
          allowsRecurring: { type: 'boolean' },
        },
        orderCode: { minimum: 1, exclusiveMaximum: undefined },
      },
    },
  },
  ...sameFor(
    ['Date', 'ClearanceDate', 'OrderCode', 'SourceCode'].map(
      (name) => `transactions.retrieveTransactionsBy${name}`,
    ),
    { query: LIST },
  ),
  'wallets.balanceTransfer': { body: { properties: { saleTransactionId: BLANK } } },
  ...sameFor(
    ['webhooks.addSubscription', 'webhooks.updateSubscription', 'webhook.create', 'plugins.createWebhook'],
    {
      body: { properties: { url: RECEIVER } },
    },
  ),
  'webhooks.registerWebhook': { body: { properties: { Url: RECEIVER } } },
};
