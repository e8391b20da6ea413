import { systemClock } from '../../core/values/clock.js';
import { RecentMap } from '../recent-map.js';
import type { PayReconcileReport } from './reconcile.types.js';

const HOUR = 3_600_000;
const MAX_KEYS = 100_000;

/** How long it is not asked again what became of an event. */
const KNOWN_MS: Readonly<Record<keyof PayReconcileReport['events'], number>> = {
  handled: 25 * HOUR,
  ignored: 25 * HOUR,
  // It may be what an earlier run stored and nothing has confirmed yet.
  duplicate: HOUR,
  // It can still be refused while the service does not know it everywhere: a later run brings it again.
  stored: 0,
};

/** What earlier runs passed on: it saves reads, and decides nothing. The inbox alone knows what was handled. */
export class PassedOn {
  /** Key → until when. */
  readonly #keys = new RecentMap<number>(systemClock, Math.max(...Object.values(KNOWN_MS)), MAX_KEYS);

  has(key: string): boolean {
    return (this.#keys.get(key) ?? 0) > systemClock.now();
  }

  note(key: string, outcome: keyof PayReconcileReport['events']): void {
    const knownMs = KNOWN_MS[outcome];
    if (knownMs > 0) this.#keys.set(key, systemClock.now() + knownMs);
  }
}
