import { terminalRequest } from './terminal-request.js';

/** Pays a rebate to a presented card. @see contract/openapi/pos.yaml pos.transactions.rebate */
export const rebate = terminalRequest('rebate');
