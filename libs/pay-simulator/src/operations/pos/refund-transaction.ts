import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';
import { terminalRequest } from './terminal-request.js';

/** Refunds the payment of an earlier session. @see contract/pos.json pos.transactions.refundTransaction */
export const refundTransaction = (services: AccountServices): OperationHandler =>
  terminalRequest(services, { kind: () => 'refund', requires: ['parentSessionId'], min: 1 });
