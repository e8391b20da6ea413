import { Table, type ResetTo } from './table.js';

/** Origin of a change: the application that embeds the simulator, or an external caller (console, control API, service API). */
export type ChangedBy = 'application' | 'outside';

/** A setting with its initial value, its value after a reset, and its current value. */
export class Configured<Value> extends Table<Value> {
  constructor(
    storedAs: string,
    private readonly initial: Value,
  ) {
    super(storedAs);
    this.reset('start');
  }

  get value(): Value {
    return this.get('current') as Value;
  }

  /** Changes the setting. A change by the application also applies after a reset to `setup`. */
  change(by: ChangedBy, changed: (value: Value) => Value): void {
    this.set('current', changed(this.value));
    if (by === 'application') this.set('setup', changed(this.get('setup') as Value));
  }

  override reset(to: ResetTo): void {
    if (to === 'start') this.set('setup', this.initial);
    this.set('current', this.get('setup') as Value);
  }
}
