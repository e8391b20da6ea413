import { Logger } from '@nestjs/common';
import { describeThrown } from '../core/values/describe-thrown.js';
import { systemClock } from '../core/values/clock.js';
import { SingleFlight } from '../core/values/single-flight.js';
import type { SubscriptionStep } from './subscription-step.js';
import type { SubscriptionRow, SubscriptionStore } from './subscription-store.js';
import type { PaySubscriptionsReport } from './subscription.types.js';

/** Failures in a row after which a run stops, because the service or the database is not available. */
const MAX_FAILURES = 20;

/** Handles all due subscriptions, some at a time. */
export class SubscriptionRun {
  readonly report: PaySubscriptionsReport = {
    ...{ status: 'done', charged: 0, declined: 0, ended: 0, unknown: 0, failed: 0 },
  };
  readonly #logger = new Logger('PaySubscriptions');
  readonly #leased: SubscriptionRow[] = [];
  readonly #claims = new SingleFlight<void>();
  #isEmpty = false;
  #failures = 0;
  #pausedUntil = 0;

  constructor(
    private readonly store: SubscriptionStore<unknown>,
    private readonly step: SubscriptionStep,
    private readonly now: number,
    private readonly settings: { concurrency: number; leaseMs: number },
  ) {}

  /** Runs until nothing is due. @param id - Limits the run to one subscription. */
  async run(id: string | null = null): Promise<PaySubscriptionsReport> {
    const { concurrency } = this.settings;
    try {
      await Promise.all(Array.from({ length: id === null ? concurrency : 1 }, () => this.#work(id)));
    } finally {
      await Promise.all(this.#leased.map((row) => this.store.release(row)));
    }
    return this.report;
  }

  stop(): void {
    this.report.status = 'stopped';
    this.#pausedUntil = 0;
  }

  async #work(id: string | null): Promise<void> {
    while (this.report.status === 'done') {
      const row = await this.#next(id);
      if (row === undefined) return;
      await this.#take(row);
      await this.#pause();
    }
  }

  async #next(id: string | null): Promise<SubscriptionRow | undefined> {
    while (this.#leased.length === 0) {
      if (this.#isEmpty) return undefined;
      await this.#claims.run(() => this.#claim(id));
    }
    return this.#leased.shift();
  }

  async #claim(id: string | null): Promise<void> {
    const { concurrency, leaseMs } = this.settings;
    const rows = await this.store.claim(this.now, concurrency, leaseMs, id);
    this.#leased.push(...rows);
    this.#isEmpty = rows.length === 0;
  }

  async #take(row: SubscriptionRow): Promise<void> {
    try {
      const result = await this.step.take(row, this.now);
      if (typeof result === 'object') {
        this.#pausedUntil = systemClock.now() + result.waitMs;
        return;
      }
      // The next step of this subscription may be due as well.
      this.#isEmpty = false;
      if (result !== 'other') this.report[result]++;
      this.#count(result === 'failed' || result === 'unknown');
    } catch (error) {
      this.report.failed++;
      this.#count(true);
      this.#logger.error(`subscription ${row.id}, period ${row.period}: ${describeThrown(error).message}`);
      await this.step.postponeThrown(row, this.now).catch(() => undefined);
    }
  }

  #count(isFailure: boolean): void {
    this.#failures = isFailure ? this.#failures + 1 : 0;
    if (this.#failures < MAX_FAILURES || this.report.status === 'stopped') return;
    this.#logger.error(`${MAX_FAILURES} subscriptions failed in a row: the rest waits for the next run`);
    this.stop();
  }

  /** Waits as long as the service asks for. All workers share the wait. */
  async #pause(): Promise<void> {
    for (;;) {
      const ms = this.#pausedUntil - systemClock.now();
      if (ms <= 0) return;
      await new Promise<void>((resolve) => systemClock.after(Math.min(ms, 1_000), resolve));
    }
  }
}
