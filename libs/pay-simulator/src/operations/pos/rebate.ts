import { terminalRequest } from './terminal-request.js';

/** Pays a rebate to a presented card. @see contract/pos.json pos.transactions.rebate */
export const rebate = terminalRequest({ kind: 'rebate', requires: ['merchantReference'] });
