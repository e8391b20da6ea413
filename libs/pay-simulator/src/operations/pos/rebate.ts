import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';
import { terminalRequest } from './terminal-request.js';

/** Pays a rebate to a presented card. @see contract/pos.json pos.transactions.rebate */
export const rebate = (services: AccountServices): OperationHandler =>
  terminalRequest(services, { kind: () => 'rebate', requires: ['merchantReference'], min: 1 });
