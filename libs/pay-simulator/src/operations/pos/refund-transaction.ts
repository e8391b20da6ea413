import { terminalRequest } from './terminal-request.js';

/** Refunds the payment of an earlier session. @see contract/openapi/pos.yaml pos.transactions.refundTransaction */
export const refundTransaction = terminalRequest('refund');
