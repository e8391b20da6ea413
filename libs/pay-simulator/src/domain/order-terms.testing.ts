import { DEFAULT_ORDER_TERMS, type OrderTerms } from './order.js';

/** An order of 49.90 EUR that never expires, for tests. */
export const ORDER_TERMS: OrderTerms = {
  ...DEFAULT_ORDER_TERMS,
  amount: 4990,
  currencyCode: '978',
  customerTrns: 'Two tickets',
  merchantTrns: 'order-77',
};
