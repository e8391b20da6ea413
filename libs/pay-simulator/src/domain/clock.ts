/** Work that a clock starts at its time; what it returns is awaited before time moves on. */
type Timed = () => void | Promise<void>;

interface Timer {
  readonly at: number;
  readonly run: Timed;
}

const LONGEST_TIMEOUT_MS = 2_000_000_000;
/** The furthest that one step moves time: ten years, in milliseconds. */
export const MAX_STEP_MS = 3652 * 86_400_000;
/** Time stays before it, so that whatever is planned from then on is still a date with four digits for its year. */
const END_OF_TIME = Date.UTC(9000, 0);

/** Where the clock starts and whether it runs by itself. */
export interface ClockOptions {
  /** `ticking`: real time plus what was advanced. `manual`: stands still until it is advanced. */
  readonly mode: 'ticking' | 'manual';
  /** Start of virtual time; default: the present. */
  readonly now?: Date;
  /** Source of real time, in milliseconds. */
  readonly realNow?: () => number;
  /** Asked before time moves by itself; with false it does not. */
  readonly wakes?: () => boolean;
}

/** The service's virtual time. Everything that expires, clears or is tried again goes by it. */
export class SimulatorClock {
  private readonly realNow: () => number;
  /** In order of time, then of planning. */
  private timers: Timer[] = [];
  private virtualStart = 0;
  private realStart = 0;
  private resets = 0;
  private wake: NodeJS.Timeout | undefined;
  private advancing: Promise<void> = Promise.resolve();

  constructor(private readonly options: ClockOptions) {
    const start = options.now?.getTime() ?? 0;
    if (!(start >= 0 && start < END_OF_TIME)) throw new RangeError('now: expected a date from 1970 to 8999');
    this.realNow = options.realNow ?? Date.now;
    this.reset();
  }

  /** Virtual time in milliseconds since 1970. */
  now(): number {
    return this.options.mode === 'manual'
      ? this.virtualStart
      : this.virtualStart + this.realNow() - this.realStart;
  }

  /**
   * Moves time forward. What falls due on the way runs in order of its time, each finished before the next begins; one that
   * fails does not hold the others up, and is told at the end.
   *
   * @param ms milliseconds, from 0 to ten years.
   * @throws RangeError when `ms` is out of these bounds: time does not go back. Rejects with one when time would reach
   * the year 9000.
   */
  advance(ms: number): Promise<void> {
    const step = checkedStep(ms);
    const moved = this.advancing.then(() => {
      const target = this.now() + step;
      if (step > 0 && target >= END_OF_TIME)
        throw new RangeError('ms: expected time to stay before the year 9000');
      return this.moveTo(target);
    });
    this.advancing = moved.catch(() => undefined);
    return moved;
  }

  /** Runs `run` once virtual time reaches `at`; the returned function takes it back. */
  schedule(at: number, run: Timed): () => void {
    const timer: Timer = { at, run };
    let index = this.timers.length;
    while (index > 0 && (this.timers[index - 1]?.at ?? 0) > at) index--;
    this.timers.splice(index, 0, timer);
    this.arm();
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
      this.arm();
    };
  }

  /** Drops everything scheduled; time stays. */
  stop(): void {
    this.timers = [];
    clearTimeout(this.wake);
  }

  /** Back to the start of virtual time, with nothing scheduled. */
  reset(): void {
    this.stop();
    this.resets++;
    this.realStart = this.realNow();
    this.virtualStart = this.options.now?.getTime() ?? this.realStart;
  }

  private async moveTo(target: number): Promise<void> {
    const { resets } = this;
    const failures: unknown[] = [];
    for (let timer = this.takeDue(target); timer; timer = this.takeDue(target)) {
      this.setTime(Math.max(this.now(), timer.at));
      try {
        await timer.run();
      } catch (error) {
        // What else is due must still happen, and what is planned later must be armed.
        failures.push(error);
      }
      // Started over meanwhile: this step belongs to a time that is gone.
      if (resets !== this.resets) return;
    }
    this.setTime(Math.max(this.now(), target));
    this.arm();
    if (failures.length > 0) throw failures[0];
  }

  private takeDue(target: number): Timer | undefined {
    const [first] = this.timers;
    return first && first.at <= target ? this.timers.shift() : undefined;
  }

  private setTime(time: number): void {
    this.virtualStart = time;
    this.realStart = this.realNow();
  }

  private arm(): void {
    clearTimeout(this.wake);
    const [next] = this.timers;
    if (this.options.mode === 'manual' || !next) return;
    const wait = Math.min(Math.max(0, next.at - this.now()), LONGEST_TIMEOUT_MS);
    this.wake = setTimeout(() => {
      if (this.options.wakes?.() === false) return;
      this.advance(0).catch((error: unknown) => {
        process.emitWarning(error instanceof Error ? error : String(error));
      });
    }, wait);
    // A pending retry must not keep a process alive that has nothing else to do.
    this.wake.unref();
  }
}

/**
 * A stretch of virtual time that someone asked for.
 *
 * @throws RangeError naming `ms` when it is negative, above ten years or no number.
 */
export function checkedStep(ms: number): number {
  if (!Number.isFinite(ms) || ms < 0 || ms > MAX_STEP_MS) {
    throw new RangeError(`ms: expected a number of milliseconds from 0 to ${MAX_STEP_MS} (ten years)`);
  }
  return ms;
}
