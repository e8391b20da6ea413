import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../../http/operation.js';
import { terminalRequest } from './terminal-request.js';

/** Pays a rebate to a presented card. @see contract/pos.json pos.transactions.rebate */
export const rebate = (services: Pick<Services, 'cardTerminals'>): OperationHandler =>
  terminalRequest(services, { kind: () => 'rebate', requires: ['merchantReference'], min: 1 });
