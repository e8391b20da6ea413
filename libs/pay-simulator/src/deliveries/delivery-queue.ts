const MAX_CONCURRENCY = 16;

/** Runs at most 16 deliveries at a time, in order. */
export class DeliveryQueue {
  private readonly ready: (() => Promise<void>)[] = [];
  private busy = 0;
  private waiters: (() => void)[] = [];

  /** Runs the task as soon as the concurrency limit permits. */
  run(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.ready.push(() => work().then(resolve, reject));
      this.startNext();
    });
  }

  /** Resolves when no task is running or queued. */
  idle(): Promise<void> {
    return this.busy === 0 ? Promise.resolve() : new Promise((resolve) => this.waiters.push(resolve));
  }

  private startNext(): void {
    while (this.busy < MAX_CONCURRENCY) {
      const work = this.ready.shift();
      if (!work) break;
      this.busy++;
      void work().finally(() => this.finish());
    }
  }

  private finish(): void {
    this.busy--;
    this.startNext();
    if (this.busy > 0) return;
    const waiters = this.waiters;
    this.waiters = [];
    for (const resolve of waiters) resolve();
  }
}
