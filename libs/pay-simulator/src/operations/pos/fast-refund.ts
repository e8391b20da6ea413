import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';
import { terminalRequest } from './terminal-request.js';

/** Refunds to a presented card within minutes. @see contract/pos.json pos.transactions.fastRefund */
export const fastRefund = (services: AccountServices): OperationHandler =>
  terminalRequest(services, { kind: () => 'fast-refund', requires: ['merchantReference'], min: 1 });
