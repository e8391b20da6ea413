import type { OrderTerms } from './order.js';

/** An ordinary order of 49.90 EUR that never expires, for tests. */
export const ORDER_TERMS: OrderTerms = {
  amount: 4990,
  currencyCode: '978',
  sourceCode: 'Default',
  customer: { email: null, fullName: null, phone: null, countryCode: null },
  language: 'en-GB',
  customerTrns: 'Two tickets',
  merchantTrns: 'order-77',
  tipAmount: 0,
  tags: [],
  maxInstallments: 0,
  forceMaxInstallments: false,
  preauth: false,
  allowRecurring: false,
  disableExactAmount: false,
  isCardVerification: false,
  dynamicDescriptor: null,
  paymentMethods: [],
  paymentMethodFees: {},
  expiredUrl: null,
  expiresAt: null,
};
