import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import { systemClock } from '../../core/values/clock.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import {
  ABORT_SESSION,
  RETRIEVE_SESSION_BY_ID,
  RETRIEVE_SESSION_INFO_BY_DATE,
} from './pos-session.operations.js';
import type {
  AbortSessionOptions,
  PosSession,
  RetrieveSessionOptions,
  RetrieveSessionsByDateOptions,
} from './pos-session.types.js';
import { waitForSession } from './wait-for-session.js';

/** What becomes of requests to a terminal. */
export class PayPosSession extends Area {
  /**
   * Reads how a session ended. `pending` with `data: null` while it runs; for a moment after the request it may be `notfound`.
   * A successful call says nothing of the payment: look at `data.success`. Amounts come in MINOR units.
   *
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  retrieveSessionById(
    options: RetrieveSessionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<PosSession | null>> {
    return this.sender.send(RETRIEVE_SESSION_BY_ID, { options }, call);
  }

  /**
   * Lists the sessions of one day in UTC. Amounts come in MINOR units.
   *
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  retrieveSessionInfoByDate(
    options: RetrieveSessionsByDateOptions = {},
    call?: CallOptions,
  ): Promise<MethodReturn<PosSession[]>> {
    return this.sender.send(RETRIEVE_SESSION_INFO_BY_DATE, { options }, call);
  }

  /**
   * Asks for a running session to be aborted. Success means only that the abort was ACCEPTED: the card may be faster. Read the session
   * next: `abortSuccess` is nothing charged, `success` is paid all the same. `forbidden`: another cash register made the session.
   * HTTP 409 (`error.eventId` 1208): an abort is under way already, which is harmless.
   *
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  abortSession(options: AbortSessionOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(ABORT_SESSION, { options }, call);
  }

  /**
   * Waits until the session has ended and answers it; look at `data.success`. Asks every 1 to 3 seconds, for 120 seconds unless
   * `call.timeoutMs` says otherwise. Every failure but a wrong option has `outcome: 'unknown'`, that of the PAYMENT: `timeout` (the
   * session may never end: abort it, then read it once more), `notfound` (the request may not have arrived: repeat it with the
   * same `sessionId`), `aborted` by `call.signal`, which ends the waiting and not the session, or a read that was refused.
   *
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  waitForSession(options: RetrieveSessionOptions, call?: CallOptions): Promise<MethodReturn<PosSession>> {
    return waitForSession((once) => this.retrieveSessionById(options, once), systemClock, call);
  }
}
