/** Value of `paymentTimeout` for an order that never expires. */
export const PAYMENT_TIMEOUT_NEVER = 65535;
