import { disbursement } from './acquiring-fields.js';

/** Refunds a payment within minutes. @see contract/openapi/transactions.yaml transactions.fastRefund */
export const fastRefund = disbursement('fastRefund');
