/** Work that a clock starts at its time; what it returns is awaited before time moves on. */
type Timed = () => void | Promise<void>;

interface Timer {
  readonly at: number;
  readonly run: Timed;
}

const LONGEST_TIMEOUT_MS = 2_000_000_000;

/** Where the clock starts and whether it runs by itself. */
export interface ClockOptions {
  /** `ticking`: real time plus what was advanced. `manual`: stands still until it is advanced. */
  readonly mode: 'ticking' | 'manual';
  /** Start of virtual time; default: the present. */
  readonly now?: Date;
  /** Source of real time, in milliseconds. */
  readonly realNow?: () => number;
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
    this.realNow = options.realNow ?? Date.now;
    this.reset();
  }

  /** Virtual time in milliseconds since 1970. */
  now(): number {
    return this.options.mode === 'manual' ? this.virtualStart : this.virtualStart + this.realNow() - this.realStart;
  }

  /**
   * Moves time forward. What falls due on the way runs in order of its time, each finished before the next begins.
   *
   * @param ms milliseconds, 0 or more.
   * @throws RangeError when `ms` is negative or not finite: time does not go back.
   */
  advance(ms: number): Promise<void> {
    if (!Number.isFinite(ms) || ms < 0) throw new RangeError('ms: expected a number of milliseconds, 0 or more');
    const step = this.advancing.then(() => this.moveTo(this.now() + ms));
    this.advancing = step.catch(() => undefined);
    return step;
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
    for (let timer = this.takeDue(target); timer; timer = this.takeDue(target)) {
      this.setTime(Math.max(this.now(), timer.at));
      await timer.run();
      // Started over meanwhile: this step belongs to a time that is gone.
      if (resets !== this.resets) return;
    }
    this.setTime(Math.max(this.now(), target));
    this.arm();
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
    this.wake = setTimeout(() => void this.advance(0), wait);
    // A pending retry must not keep a process alive that has nothing else to do.
    this.wake.unref();
  }
}
