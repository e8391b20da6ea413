import { terminalRequest } from './terminal-request.js';

/** Captures a pre-authorization of a terminal. @see contract/openapi/pos.yaml pos.transactions.capturePreAuthRequest */
export const capturePreAuthRequest = terminalRequest('capture');
