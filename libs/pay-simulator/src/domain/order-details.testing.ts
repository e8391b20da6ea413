import { DEFAULT_ORDER_DETAILS, type OrderDetails } from './order.js';

/** An order of 49.90 EUR that never expires. */
export const ORDER_DETAILS: OrderDetails = {
  ...DEFAULT_ORDER_DETAILS,
  amount: 4990,
  currencyCode: '978',
  customerTrns: 'Two tickets',
  merchantTrns: 'order-77',
};
