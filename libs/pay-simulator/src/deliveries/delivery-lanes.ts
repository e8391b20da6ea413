const LANES = 16;

/** Runs at most sixteen sends at once, the others in the order they came; knows when none is left. */
export class DeliveryLanes {
  private readonly ready: (() => Promise<void>)[] = [];
  private busy = 0;
  private waiters: (() => void)[] = [];

  /** Runs the work as soon as a lane is free. */
  run(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.ready.push(() => work().then(resolve, reject));
      this.fill();
    });
  }

  /** Resolves when nothing runs and nothing is ready. */
  idle(): Promise<void> {
    return this.busy === 0 ? Promise.resolve() : new Promise((resolve) => this.waiters.push(resolve));
  }

  private fill(): void {
    while (this.busy < LANES) {
      const work = this.ready.shift();
      if (!work) break;
      this.busy++;
      void work().finally(() => this.free());
    }
  }

  private free(): void {
    this.busy--;
    this.fill();
    if (this.busy > 0) return;
    const waiters = this.waiters;
    this.waiters = [];
    for (const resolve of waiters) resolve();
  }
}
