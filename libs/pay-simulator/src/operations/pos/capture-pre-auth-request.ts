import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../../http/operation.js';
import { terminalRequest } from './terminal-request.js';

/** Captures a pre-authorization of a terminal. @see contract/pos.json pos.transactions.capturePreAuthRequest */
export const capturePreAuthRequest = (services: Pick<Services, 'cardTerminals'>): OperationHandler =>
  terminalRequest(services, {
    kind: () => 'capture',
    requires: ['merchantReference', 'parentSessionId'],
    min: 1,
  });
