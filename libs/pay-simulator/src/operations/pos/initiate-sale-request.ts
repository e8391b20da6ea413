import { terminalRequest } from './terminal-request.js';

/** Starts a payment or a pre-authorization at a terminal. @see contract/openapi/pos.yaml pos.transactions.initiateSaleRequest */
export const initiateSaleRequest = terminalRequest('sale');
