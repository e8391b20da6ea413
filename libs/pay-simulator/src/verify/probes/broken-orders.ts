type Body = Readonly<Record<string, unknown>>;
type Broken = readonly (readonly [field: string, body: Body])[];

const TOO_LONG = 'x'.repeat(2049);
const LINE = { name: 'Coffee', quantity: 1, unitPrice: 1234, totalAmount: 1234 };
const klarna = (options: Body): Body => ({ klarnaOrderOptions: options });
const line = (change: Body): Body => klarna({ orderLines: [{ ...LINE, ...change }] });

const IN_BOTH: Broken = [
  ['amount', { amount: 'ten' }],
  ['amount', { amount: undefined }],
  ['customerTrns', { customerTrns: TOO_LONG }],
  ['merchantTrns', { merchantTrns: TOO_LONG }],
  ['disableExactAmount', { disableExactAmount: 'maybe' }],
  ['disableCash', { disableCash: 'maybe' }],
  ['disableWallet', { disableWallet: 'maybe' }],
  ['allowRecurring', { allowRecurring: 'maybe' }],
  ['maxInstallments', { maxInstallments: 37 }],
  ['tipAmount', { tipAmount: 'ten' }],
  ['isCardVerification', { isCardVerification: true, amount: 100 }],
  ['tags', { tags: 'verify' }],
];

/** Orders that the contract calls invalid: the field that breaks its rule, and the body. */
export const BROKEN_ORDERS: Broken = [
  ...IN_BOTH,
  ['customer', { customer: 'Maria' }],
  ['customer.email', { customer: { email: TOO_LONG.slice(0, 51) } }],
  ['customer.fullName', { customer: { fullName: TOO_LONG.slice(0, 101) } }],
  ['customer.phone', { customer: { phone: '1'.repeat(31) } }],
  ['customer.countryCode', { customer: { countryCode: 'Greece' } }],
  ['customer.requestLang', { customer: { requestLang: 'xx-XX' } }],
  ['dynamicDescriptor', { dynamicDescriptor: 'fourteen signs' }],
  ['paymentTimeout', { paymentTimeout: 432_001 }],
  ['currencyCode', { currencyCode: 'EUR' }],
  ['preauth', { preauth: true, allowRecurring: true }],
  ['allowRecurring', { preauth: true, allowRecurring: true }],
  ['maxInstallments', { preauth: true, maxInstallments: 3 }],
  ['forceMaxInstallments', { forceMaxInstallments: 'maybe' }],
  ['paymentNotification', { paymentNotification: 'maybe' }],
  ['disableSurcharge', { disableSurcharge: 'maybe' }],
  ['stateId', { stateId: 1 }],
  ['stateId', { stateId: 2, urlFail: 'https://shop.example/late' }],
  ['urlFail', { urlFail: 'https://shop.example/late' }],
  ['cardTokens', { cardTokens: Array.from({ length: 11 }, (_, index) => `ct_${index}`) }],
  ['paymentMethods', { paymentMethods: ['card'] }],
  ['paymentMethodFees', { paymentMethodFees: 'none' }],
  ['paymentMethodFees[].paymentMethodId', { paymentMethodFees: [{ fee: 100 }] }],
  ['paymentMethodFees[].fee', { paymentMethodFees: [{ paymentMethodId: '35' }] }],
  ['klarnaOrderOptions.billingAddress.country', klarna({ billingAddress: { country: 'Greece' } })],
  ['klarnaOrderOptions.billingAddress.givenName', klarna({ billingAddress: { givenName: 'M' } })],
  ['klarnaOrderOptions.billingAddress.familyName', klarna({ billingAddress: { familyName: '12' } })],
  ['klarnaOrderOptions.shippingAddress.country', klarna({ shippingAddress: { country: 'Greece' } })],
  ['klarnaOrderOptions.shippingAddress.givenName', klarna({ shippingAddress: { givenName: 'M' } })],
  ['klarnaOrderOptions.shippingAddress.familyName', klarna({ shippingAddress: { familyName: '12' } })],
  ['klarnaOrderOptions.orderLines[].name', line({ name: undefined })],
  ['klarnaOrderOptions.orderLines[].quantity', line({ quantity: -1 })],
  ['klarnaOrderOptions.orderLines[].unitPrice', line({ unitPrice: 200_000_001 })],
  ['klarnaOrderOptions.orderLines[].totalAmount', line({ totalAmount: 200_000_001 })],
  ['klarnaOrderOptions.orderLines[].type', line({ type: 'something' })],
  ['klarnaOrderOptions.orderLines[].taxRate', line({ taxRate: -1 })],
  ['klarnaOrderOptions.orderLines[].totalDiscountAmount', line({ totalDiscountAmount: -1 })],
  ['klarnaOrderOptions.orderLines[].imageUrl', line({ imageUrl: TOO_LONG })],
  ['klarnaOrderOptions.orderLines[].productUrl', line({ productUrl: TOO_LONG })],
  ['klarnaOrderOptions.orderLines[].merchantData', line({ merchantData: TOO_LONG })],
  ['klarnaOrderOptions.orderLines[].reference', line({ reference: TOO_LONG })],
  ['klarnaOrderOptions.orderLines[].quantityUnit', line({ quantityUnit: 'kilograms' })],
  [
    'klarnaOrderOptions.orderLines[].subscription.interval',
    line({ subscription: { name: 'Coffee', interval: 'HOUR', intervalCount: 1 } }),
  ],
  [
    'klarnaOrderOptions.orderLines[].subscription.intervalCount',
    line({ subscription: { name: 'Coffee', interval: 'DAY', intervalCount: 0 } }),
  ],
  [
    'klarnaOrderOptions.orderLines[].productIdentifiers.size',
    line({ productIdentifiers: { size: TOO_LONG } }),
  ],
  [
    'klarnaOrderOptions.orderLines[].productIdentifiers.color',
    line({ productIdentifiers: { color: TOO_LONG } }),
  ],
];

/** The same for the older endpoint. */
export const BROKEN_LEGACY_ORDERS: Broken = [
  ...IN_BOTH,
  ['email', { email: TOO_LONG.slice(0, 51) }],
  ['fullName', { fullName: TOO_LONG.slice(0, 101) }],
  ['requestLang', { requestLang: 'xx-XX' }],
  ['isPreAuth', { isPreAuth: 'maybe' }],
  ['paymentTimeOut', { paymentTimeOut: 'soon' }],
  ['expirationDate', { expirationDate: 'tomorrow' }],
  ['serviceId', { serviceId: 'none' }],
];
