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
import { waitForSession } from '../pos-session/wait-for-session.js';
import type { IsvSession } from '../results.generated.js';

/** Reads, awaits and aborts the sessions of requests to connected merchants' terminals. */
export class IsvPosSession extends Area {
  /**
   * Reads the result of a session. Amounts are in MINOR units.
   * While the session runs, the code is `pending` and `data` is null. Right after the request, the call may fail
   * with `notfound`.
   * A successful call does not mean a successful payment: check `data.success`.
   *
   * @example
   * const session = await isv.pos.session.retrieveSessionById({ sessionId });
   * @see https://developer.viva.com/isv-partner-program
   */
  retrieveSessionById(
    options: RetrieveSessionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<IsvSession | null>> {
    return this.sender.send(operations['isv:pos.session.retrieveSessionById'], { options }, call);
  }

  /**
   * Lists the sessions of all connected merchants on one day in UTC. Amounts are in MINOR units.
   *
   * @example
   * const sessions = await isv.pos.session.retrieveSessionInfoByDate({ date });
   * @see https://developer.viva.com/isv-partner-program
   */
  retrieveSessionInfoByDate(
    options: RetrieveSessionsByDateOptions = {},
    call?: CallOptions,
  ): Promise<MethodReturn<IsvSession[]>> {
    return this.sender.send(operations['isv:pos.session.retrieveSessionInfoByDate'], { options }, call);
  }

  /**
   * Requests the abort of a running session.
   * Success means only that the abort was ACCEPTED, because the card may be faster. Read the session next:
   * `abortSuccess` means that nothing was charged, `success` means that the payment was made.
   * Fails with `forbidden` if another cash register started the session. HTTP 409 (`error.eventId` 1208) means that
   * an abort is already in progress, which is harmless.
   *
   * @example
   * const aborted = await isv.pos.session.abortSession({ sessionId, cashRegisterId: 'till-1' });
   * @see https://developer.viva.com/isv-partner-program
   */
  abortSession(options: AbortSessionOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(operations['isv:pos.session.abortSession'], { options }, call);
  }

  /**
   * Waits until the session has ended and returns it; check `data.success`.
   * Works like a merchant's `pos.session.waitForSession`: every failure except invalid options has `outcome:
   * 'unknown'`, which refers to the PAYMENT.
   *
   * @example
   * const ended = await pay.pos.session.waitForSession({ sessionId }, { timeoutMs: 120_000 });
   * @see https://developer.viva.com/isv-partner-program
   */
  waitForSession(options: RetrieveSessionOptions, call?: CallOptions): Promise<MethodReturn<IsvSession>> {
    return waitForSession((once) => this.retrieveSessionById(options, once), systemClock, call);
  }
}
