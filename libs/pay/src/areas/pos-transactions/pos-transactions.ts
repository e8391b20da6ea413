import { PosTransactionsMethods } from '../methods.generated.js';

/**
 * Sends requests to a terminal.
 * All calls except the actions return `data: null` once the request is QUEUED; nothing is paid then.
 * Get the result with `pos.session.waitForSession`, `pos.session.retrieveSessionById`, or the events 1802 and 1803.
 * Those events can arrive before the response of the call.
 * The `sessionId` identifies the request: after `outcome: 'unknown'`, call again with the SAME `sessionId`, which never
 * pays twice. The service rejects a used `sessionId` with HTTP 409. After a lost response, that means that the first
 * request arrived.
 */
export class PayPosTransactions extends PosTransactionsMethods {}
