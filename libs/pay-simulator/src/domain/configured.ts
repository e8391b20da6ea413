/**
 * Who changes a setting: the application that embeds the simulator, through the handle it holds, or anybody outside it, on
 * the console, by the control API or the service's own.
 */
export type ChangedBy = 'application' | 'outside';

/** Target of a reset: the initial state or the configuration of the application. */
export type ResetTo = 'start' | 'setup';

/** A setting and its value after a reset. */
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

  /** Changes the setting; what the application changes belongs to the setup. */
  change(by: ChangedBy, changed: (value: Value) => Value): void {
    this.current = changed(this.current);
    if (by === 'application') this.setup = changed(this.setup);
  }

  reset(to: ResetTo): void {
    if (to === 'start') this.setup = this.initial;
    this.current = this.setup;
  }
}
