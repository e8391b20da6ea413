import { terminalRequest } from './terminal-request.js';

/** Minimum amount of a sale in the demo environment, in minor units. */
const MIN_SALE_AMOUNT = 30;

/** Starts a payment or a pre-authorization at a terminal. @see contract/openapi/pos.yaml pos.transactions.initiateSaleRequest */
export const initiateSaleRequest = terminalRequest('sale', MIN_SALE_AMOUNT);
