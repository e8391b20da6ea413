/** Origin of a change: the application that embeds the simulator, or an external caller (console, control API, service API). */
export type ChangedBy = 'application' | 'outside';

/** Target of a reset: the initial state, or the configuration of the application. */
export type ResetTo = 'start' | 'setup';

/** A setting with its initial value, its value after a reset, and its current value. */
export class Configured<Value> {
  private current: Value;
  private setup: Value;

  constructor(private readonly initial: Value) {
    this.current = initial;
    this.setup = initial;
  }

  get value(): Value {
    return this.current;
  }

  /** Changes the setting. A change by the application also applies after a reset to `setup`. */
  change(by: ChangedBy, changed: (value: Value) => Value): void {
    this.current = changed(this.current);
    if (by === 'application') this.setup = changed(this.setup);
  }

  reset(to: ResetTo): void {
    if (to === 'start') this.setup = this.initial;
    this.current = this.setup;
  }
}
