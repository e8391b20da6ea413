import { Logger } from '@nestjs/common';
import { systemClock } from '../core/values/clock.js';
import { SingleFlight } from '../core/values/single-flight.js';
import type { SubscriptionStep } from './subscription-step.js';
import type { LeasedRow, SubscriptionStore } from './subscription-store.js';
import type { PaySubscriptionsReport } from './subscription.types.js';

/** Failures in a row after which a run stops, because the service or the database is not available. */
const MAX_FAILURES = 20;

/** Handles all due subscriptions, some at a time. */
export class SubscriptionRun {
  readonly report: PaySubscriptionsReport = {
    ...{ status: 'done', charged: 0, declined: 0, ended: 0, unknown: 0, failed: 0 },
  };
  readonly #logger = new Logger('PaySubscriptions');
  readonly #leased: LeasedRow[] = [];
  readonly #claims = new SingleFlight<void>();
  #isEmpty = false;
  #failures = 0;
  #pausedUntil = 0;

  constructor(
    private readonly store: SubscriptionStore,
    private readonly step: SubscriptionStep,
    private readonly now: number,
    private readonly settings: { concurrency: number; leaseMs: number },
  ) {}

  /** Runs until nothing is due. */
  async run(): Promise<PaySubscriptionsReport> {
    await Promise.all(Array.from({ length: this.settings.concurrency }, () => this.#work()));
    await Promise.all(this.#leased.map((row) => this.step.release(row)));
    return this.report;
  }

  stop(): void {
    this.report.status = 'stopped';
  }

  async #work(): Promise<void> {
    for (;;) {
      await this.#pause();
      if (this.report.status !== 'done') return;
      while (this.#leased.length === 0) {
        if (this.#isEmpty) return;
        await this.#claims.run(() => this.#claim());
      }
      const row = this.#leased.shift();
      if (row !== undefined) await this.#take(row);
    }
  }

  async #claim(): Promise<void> {
    const { concurrency, leaseMs } = this.settings;
    const rows = await this.store.claim(this.now, leaseMs, { limit: concurrency });
    this.#leased.push(...rows);
    this.#isEmpty = rows.length === 0;
  }

  async #take(row: LeasedRow): Promise<void> {
    const result = await this.step
      .take(row, this.now)
      .catch((error: unknown) => this.step.fail(row, this.now, error))
      // The database failed as well, so the subscription is due again when its lease ends.
      .catch(() => 'failed' as const);
    // The next step of this subscription may be due as well.
    this.#isEmpty = false;
    if (typeof result === 'object') this.#pausedUntil = systemClock.now() + result.waitMs;
    else if (result !== 'other') this.report[result]++;
    this.#failures = result === 'failed' || result === 'unknown' ? this.#failures + 1 : 0;
    if (this.#failures !== MAX_FAILURES) return;
    this.#logger.error(`${MAX_FAILURES} subscriptions failed in a row: the rest waits for the next run`);
    this.stop();
  }

  /** Waits as long as the service asks for. All workers share the wait. */
  async #pause(): Promise<void> {
    while (this.report.status === 'done') {
      const ms = this.#pausedUntil - systemClock.now();
      if (ms <= 0) return;
      await new Promise<void>((resolve) => systemClock.after(Math.min(ms, 1_000), resolve));
    }
  }
}
