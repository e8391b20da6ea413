import type { Clock } from '../core/values/clock.js';

/** Renewals per lease duration, so that two of them may fail. */
const RENEWALS_PER_LEASE = 3;

/**
 * Renews a lease until the lease is lost or the returned function is called. The timer does not keep the process alive.
 *
 * @param renew - Resolves with false if the lease is lost. If it rejects, the next renewal tries again.
 */
export function keepLease(
  clock: Pick<Clock, 'after'>,
  leaseMs: number,
  renew: () => Promise<boolean>,
): () => void {
  let stopTimer = (): void => undefined;
  const stop = (): void => stopTimer();
  const renewOnce = async (): Promise<void> => {
    try {
      if (!(await renew())) stop();
    } catch {
      // The next renewal tries again.
    }
  };
  const schedule = (): void => {
    stopTimer = clock.after(
      leaseMs / RENEWALS_PER_LEASE,
      () => {
        // First, because a renewal that hangs must not delay the next one.
        schedule();
        void renewOnce();
      },
      { idle: true },
    );
  };
  schedule();
  return stop;
}
