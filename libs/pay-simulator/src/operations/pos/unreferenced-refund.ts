import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';
import { terminalRequest } from './terminal-request.js';

/** Refunds to a presented card without an earlier session. @see contract/pos.json pos.transactions.unreferencedRefund */
export const unreferencedRefund = (services: AccountServices): OperationHandler =>
  terminalRequest(services, { kind: () => 'unreferenced-refund', requires: ['merchantReference'], min: 1 });
