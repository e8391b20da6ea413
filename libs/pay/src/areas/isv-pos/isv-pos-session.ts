import { IsvPosSessionMethods } from '../methods.generated.js';
import type { CallOptions } from '../../core/options/call-options.js';
import { systemClock } from '../../core/values/clock.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { RetrieveSessionOptions } from '../options.generated.js';
import { waitForSession } from '../pos-session/wait-for-session.js';
import type { IsvSession } from '../results.generated.js';

/** Reads, awaits and aborts the sessions of requests to connected merchants' terminals. */
export class IsvPosSession extends IsvPosSessionMethods {
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
