import type { SimulatorClock } from './clock.js';
import { Table } from './table.js';

/** Planned work as data. */
export interface Planned<Argument> {
  /** Virtual time, milliseconds. */
  readonly at: number;
  /** Order among work of the same time. */
  readonly order: number;
  readonly argument: Argument;
}

/** Work of one kind that the clock runs later. It is stored, so that it also runs after a restart. */
export class PlannedWork<Argument> extends Table<Planned<Argument>> {
  private readonly cancels = new Map<string, () => void>();

  constructor(
    storedAs: string,
    private readonly clock: SimulatorClock,
    /** The clock awaits the result. Work that was interrupted runs again. */
    private readonly run: (argument: Argument) => void | Promise<void>,
  ) {
    super(storedAs);
    this.onLoad = () => {
      this.cancels.clear();
      for (const [key, planned] of this) this.start(key, planned);
    };
  }

  /** Lists the work that has not run yet. */
  list(): readonly Planned<Argument>[] {
    return [...this.values()];
  }

  /** Plans work. It replaces planned work with the same key. */
  plan(key: string, at: number, argument: Argument): void {
    this.cancel(key);
    const planned = { at, order: this.clock.nextOrder(), argument };
    this.set(key, planned);
    this.start(key, planned);
  }

  cancel(key: string): void {
    this.cancels.get(key)?.();
    this.cancels.delete(key);
    this.delete(key);
  }

  override clear(): void {
    for (const key of [...this.keys()]) this.cancel(key);
  }

  private start(key: string, planned: Planned<Argument>): void {
    const cancel = this.clock.schedule(planned.at, () => this.execute(key, planned), planned.order);
    this.cancels.set(key, cancel);
  }

  /** Runs the work and then removes it, unless the work has planned itself again. */
  private execute(key: string, planned: Planned<Argument>): void | Promise<void> {
    const remove = (): void => {
      if (this.get(key) !== planned) return;
      this.cancels.delete(key);
      this.delete(key);
    };
    let running: void | Promise<void>;
    try {
      running = this.run(planned.argument);
    } catch (error) {
      remove();
      throw error;
    }
    if (running !== undefined) return running.finally(remove);
    remove();
  }
}
