import { terminalRequest } from './terminal-request.js';

/** Refunds to a presented card without an earlier session. @see contract/openapi/pos.yaml pos.transactions.unreferencedRefund */
export const unreferencedRefund = terminalRequest('unreferenced-refund');
