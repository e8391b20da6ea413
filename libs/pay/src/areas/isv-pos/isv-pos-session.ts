import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import { systemClock } from '../../core/values/clock.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type {
  AbortSessionOptions,
  RetrieveSessionOptions,
  RetrieveSessionsByDateOptions,
} from '../pos-session/pos-session.types.js';
import { waitForSession } from '../pos-session/wait-for-session.js';
import {
  ABORT_ISV_SESSION,
  RETRIEVE_ISV_SESSION_BY_ID,
  RETRIEVE_ISV_SESSION_INFO_BY_DATE,
} from './isv-pos.operations.js';
import type { IsvSession } from './isv-pos.types.js';

/** What becomes of requests to connected merchants' terminals. */
export class IsvPosSession extends Area {
  /**
   * Reads how a session ended. `pending` with `data: null` while it runs; for a moment after the request it may be `notfound`.
   * A successful call says nothing of the payment: look at `data.success`. Amounts come in MINOR units.
   *
   * @see contract/isv.json pos.session.retrieveSessionById
   */
  retrieveSessionById(
    options: RetrieveSessionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<IsvSession | null>> {
    return this.sender.send(RETRIEVE_ISV_SESSION_BY_ID, { options }, call);
  }

  /**
   * Lists the sessions of one day in UTC, of all connected merchants. Amounts come in MINOR units.
   *
   * @see contract/isv.json pos.session.retrieveSessionInfoByDate
   */
  retrieveSessionInfoByDate(
    options: RetrieveSessionsByDateOptions = {},
    call?: CallOptions,
  ): Promise<MethodReturn<IsvSession[]>> {
    return this.sender.send(RETRIEVE_ISV_SESSION_INFO_BY_DATE, { options }, call);
  }

  /**
   * Asks for a running session to be aborted. Success means only that the abort was ACCEPTED: the card may be faster. Read the
   * session next: `abortSuccess` is nothing charged, `success` is paid all the same. `forbidden`: another cash register made it.
   * HTTP 409 (`error.eventId` 1208): an abort is under way already, which is harmless.
   *
   * @see contract/isv.json pos.session.abortSession
   */
  abortSession(options: AbortSessionOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(ABORT_ISV_SESSION, { options }, call);
  }

  /**
   * Waits until the session has ended and answers it; look at `data.success`. As a merchant's `pos.session.waitForSession`: every
   * failure but a wrong option has `outcome: 'unknown'`, that of the PAYMENT.
   *
   * @see contract/isv.json pos.session.retrieveSessionById
   */
  waitForSession(options: RetrieveSessionOptions, call?: CallOptions): Promise<MethodReturn<IsvSession>> {
    return waitForSession((once) => this.retrieveSessionById(options, once), systemClock, call);
  }
}
