import { disbursement } from './acquiring-fields.js';

/** Sends a rebate to the card of a payment. @see contract/openapi/transactions.yaml transactions.rebate */
export const rebate = disbursement('rebate');
