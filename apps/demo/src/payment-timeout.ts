/** How long a customer may take to pay, seconds. */
export const PAYMENT_TIMEOUT_SECONDS = 1800;
