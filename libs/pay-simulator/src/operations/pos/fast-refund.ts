import { terminalRequest } from './terminal-request.js';

/** Refunds to a presented card within minutes. @see contract/openapi/pos.yaml pos.transactions.fastRefund */
export const fastRefund = terminalRequest('fast-refund');
