import type { Clock } from '../core/values/clock.js';
import type { PayDelivery } from '../webhooks/delivery.types.js';

/** A clock that moves only with `advance`. */
export class ManualClock implements Clock {
  time = 0;
  #tasks: { at: number; task: () => void }[] = [];
  now = (): number => this.time;
  after = (ms: number, task: () => void): (() => void) => {
    const entry = { at: this.time + ms, task };
    this.#tasks.push(entry);
    return () => {
      this.#tasks = this.#tasks.filter((one) => one !== entry);
    };
  };
  /** Runs pending promises, but no timers, as in a process whose timers are late. */
  settle = (): Promise<void> => flushPromises();
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      await flushPromises();
      const [next] = this.#tasks.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#tasks = this.#tasks.filter((one) => one !== next);
      this.time = Math.max(this.time, next.at);
      next.task();
    }
    this.time = end;
    await flushPromises();
  }
}

const flushPromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Creates the delivery of a payment. */
export const deliveryForTest = (
  key: string,
  data: Record<string, unknown> = { OrderCode: key },
): PayDelivery =>
  ({
    key,
    endpoint: 'Hook',
    account: null,
    client: 'wallet',
    signed: false,
    event: { eventTypeId: 1796, data },
  }) as PayDelivery;
