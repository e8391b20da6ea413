import { PosSessionMethods } from '../methods.generated.js';
import type { CallOptions } from '../../core/options/call-options.js';
import { systemClock } from '../../core/values/clock.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { RetrieveSessionOptions } from '../options.generated.js';
import { waitForSession } from './wait-for-session.js';
import type { PosSession } from '../results.generated.js';

/** Reads, awaits and aborts the sessions of requests to a terminal. */
export class PayPosSession extends PosSessionMethods {
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
