import { Cell } from './table.js';

/** Work that runs at a scheduled time. The clock awaits its result before time moves on. */
type ScheduledWork = () => void | Promise<void>;

interface Timer {
  readonly at: number;
  /** Order among work of the same time. */
  readonly order: number;
  readonly run: ScheduledWork;
}

const LONGEST_TIMEOUT_MS = 2_000_000_000;
/** Maximum step: ten years, in milliseconds. */
export const MAX_STEP_MS = 3652 * 86_400_000;
/** Upper limit of time, so that the years of planned events have four digits. */
const TIME_LIMIT = Date.UTC(9000, 0);

/** Options of a clock. */
interface ClockOptions {
  /** `ticking`: follows real time, plus the advanced time. `manual`: moves only when it is advanced. */
  readonly mode: 'ticking' | 'manual';
  /** Start of virtual time. @default the current time */
  readonly now?: Date;
  /** Returns real time in milliseconds. */
  readonly realNow?: () => number;
}

/** The service's virtual time. Expiry, clearing and retries use it. */
export class SimulatorClock {
  private readonly realNow: () => number;
  /** Sorted by time, then by the order of scheduling. */
  private timers: Timer[] = [];
  private order = 0;
  /** Virtual time at a real time. */
  private readonly time = new Cell('clock', { virtual: 0, real: 0 });
  private resets = 0;
  private isEnded = false;
  private wake: NodeJS.Timeout | undefined;
  private advancing: Promise<void> = Promise.resolve();

  constructor(private readonly options: ClockOptions) {
    const start = options.now?.getTime() ?? 0;
    if (!(start >= 0 && start < TIME_LIMIT)) throw new RangeError('now: expected a date from 1970 to 8999');
    this.realNow = options.realNow ?? Date.now;
    this.reset();
  }

  /** Whether virtual time follows real time. */
  get isTicking(): boolean {
    return this.options.mode === 'ticking';
  }

  /** Returns virtual time in milliseconds since 1970. */
  now(): number {
    const { virtual, real } = this.time.value;
    return this.options.mode === 'manual' ? virtual : virtual + this.realNow() - real;
  }

  /**
   * Moves time forward and runs due work in order of time. A failed item does not stop the others.
   * The first error is thrown at the end.
   *
   * @param ms - Milliseconds, from 0 to ten years.
   * @throws RangeError if `ms` is out of range. Rejects with a RangeError if time would reach the year 9000.
   */
  advance(ms: number): Promise<void> {
    const step = checkDuration(ms);
    const moved = this.advancing.then(() => {
      const target = this.now() + step;
      if (step > 0 && target >= TIME_LIMIT)
        throw new RangeError('ms: expected time to stay before the year 9000');
      return this.moveTo(target);
    });
    this.advancing = moved.catch(() => undefined);
    return moved;
  }

  /** Returns a number for the order of new work among work of the same time. */
  nextOrder(): number {
    return this.order++;
  }

  /**
   * Schedules work for a virtual time. Stored work is {@link PlannedWork}.
   *
   * @returns A function that cancels the work.
   */
  schedule(at: number, run: ScheduledWork, order = this.nextOrder()): () => void {
    const timer: Timer = { at, order, run };
    this.order = Math.max(this.order, order + 1);
    let index = this.timers.length;
    while (index > 0 && isLater(this.timers[index - 1], timer)) index--;
    this.timers.splice(index, 0, timer);
    this.startTimeout();
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
      this.startTimeout();
    };
  }

  /** Cancels all scheduled work. Time does not change. */
  stop(): void {
    this.timers = [];
    clearTimeout(this.wake);
  }

  /** Stops for good: real time starts no more work. */
  end(): void {
    this.isEnded = true;
    // The rest of a step in progress is obsolete.
    this.resets++;
    this.stop();
  }

  /** Continues from the stored virtual time, as if no real time had passed since it was stored. */
  continueFromStored(): void {
    this.setTime(this.time.value.virtual);
    this.startTimeout();
  }

  /** Stores the current virtual time. */
  storeTime(): void {
    this.setTime(this.now());
  }

  /** Cancels all scheduled work and returns to the start of virtual time. */
  reset(): void {
    this.stop();
    this.resets++;
    this.setTime(this.options.now?.getTime() ?? this.realNow());
  }

  private async moveTo(target: number): Promise<void> {
    const { resets } = this;
    const failures: unknown[] = [];
    for (let timer = this.nextDueTimer(target); timer; timer = this.nextDueTimer(target)) {
      this.setTime(Math.max(this.now(), timer.at));
      try {
        await timer.run();
      } catch (error) {
        // The other due work must still run, and later work must be scheduled.
        failures.push(error);
      }
      // After a reset, the rest of the step is obsolete.
      if (resets !== this.resets) return;
    }
    this.setTime(Math.max(this.now(), target));
    this.startTimeout();
    if (failures.length > 0) throw failures[0];
  }

  private nextDueTimer(target: number): Timer | undefined {
    const [first] = this.timers;
    return first && first.at <= target ? this.timers.shift() : undefined;
  }

  private setTime(time: number): void {
    this.time.value = { virtual: time, real: this.realNow() };
  }

  private startTimeout(): void {
    clearTimeout(this.wake);
    const [next] = this.timers;
    if (this.options.mode === 'manual' || this.isEnded || !next) return;
    const wait = Math.min(Math.max(0, next.at - this.now()), LONGEST_TIMEOUT_MS);
    this.wake = setTimeout(() => {
      this.advance(0).catch((error: unknown) => {
        process.emitWarning(error instanceof Error ? error : String(error));
      });
    }, wait);
    // A pending retry must not keep an idle process alive.
    this.wake.unref();
  }
}

function isLater(timer: Timer | undefined, { at, order }: Timer): boolean {
  return timer !== undefined && (timer.at > at || (timer.at === at && timer.order > order));
}

/**
 * Returns a valid duration in virtual milliseconds.
 *
 * @throws RangeError if `ms` is not a number from 0 to ten years.
 */
export function checkDuration(ms: number, name = 'ms'): number {
  if (!Number.isFinite(ms) || ms < 0 || ms > MAX_STEP_MS) {
    throw new RangeError(`${name}: expected a number of milliseconds from 0 to ${MAX_STEP_MS} (ten years)`);
  }
  return ms;
}
