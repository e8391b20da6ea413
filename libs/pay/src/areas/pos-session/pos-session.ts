import { operations } from '../define-operation.js';
import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import { systemClock } from '../../core/values/clock.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type {
  AbortSessionOptions,
  RetrieveSessionOptions,
  RetrieveSessionsByDateOptions,
} from '../options.generated.js';
import { waitForSession } from './wait-for-session.js';
import type { PosSession } from '../results.generated.js';

/** Reads, awaits and aborts the sessions of requests to a terminal. */
export class PayPosSession extends Area {
  /**
   * Reads the result of a session. Amounts are in MINOR units.
   * While the session runs, the code is `pending` and `data` is null. Right after the request, the call may fail
   * with `notfound`: read again, or use `waitForSession`, which tolerates `notfound` for 10 seconds.
   * A successful call does not mean a successful payment: check `data.success`.
   *
   * @example
   * const session = await pay.pos.session.retrieveSessionById({ sessionId });
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  retrieveSessionById(
    options: RetrieveSessionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<PosSession | null>> {
    return this.sender.send(operations['pos.session.retrieveSessionById'], { options }, call);
  }

  /**
   * Lists the sessions of one day in UTC. Amounts are in MINOR units.
   *
   * @example
   * const sessions = await pay.pos.session.retrieveSessionInfoByDate({ date: day });
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  retrieveSessionInfoByDate(
    options: RetrieveSessionsByDateOptions = {},
    call?: CallOptions,
  ): Promise<MethodReturn<PosSession[]>> {
    return this.sender.send(operations['pos.session.retrieveSessionInfoByDate'], { options }, call);
  }

  /**
   * Requests the abort of a running session.
   * Success means only that the abort was ACCEPTED, because the card may be faster. Read the session next:
   * `abortSuccess` means that nothing was charged, `success` means that the payment was made.
   * Fails with `forbidden` if another cash register started the session. HTTP 409 (`error.eventId` 1208) means that
   * an abort is already in progress, which is harmless.
   *
   * @example
   * const aborted = await pay.pos.session.abortSession({ sessionId, cashRegisterId: 'till-1' });
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  abortSession(options: AbortSessionOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(operations['pos.session.abortSession'], { options }, call);
  }

  /**
   * Waits until the session has ended and returns it; check `data.success`.
   * Reads the session every 1 to 3 seconds, for 120 seconds by default. `call.timeoutMs` changes that limit.
   * Every failure except invalid options has `outcome: 'unknown'`, which refers to the PAYMENT.
   * Fails with `timeout` if the session has not ended: abort it, then read it once more.
   * Fails with `notfound` if the request may not have arrived: repeat it with the same `sessionId`.
   * Fails with `aborted` if `call.signal` ends the wait; the session continues. Other codes come from a rejected
   * read.
   *
   * @example
   * const session = await pay.pos.session.waitForSession({ sessionId }, { timeoutMs: 60_000 });
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  waitForSession(options: RetrieveSessionOptions, call?: CallOptions): Promise<MethodReturn<PosSession>> {
    return waitForSession((once) => this.retrieveSessionById(options, once), systemClock, call);
  }
}
