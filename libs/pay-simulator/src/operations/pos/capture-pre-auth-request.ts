import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';
import { terminalRequest } from './terminal-request.js';

/** Captures a pre-authorization of a terminal. @see contract/pos.json pos.transactions.capturePreAuthRequest */
export const capturePreAuthRequest = (services: AccountServices): OperationHandler =>
  terminalRequest(services, {
    kind: () => 'capture',
    requires: ['merchantReference', 'parentSessionId'],
    min: 1,
  });
