import type { PayDelivery, PayDurableInbox, PayInbox, PayInboxStore } from 'nestjs-pay';

export type InboxStart = Parameters<PayDurableInbox['start']>[0];
export type InboxSteps = Parameters<PayInbox['receive']>[1];

/** A clock that moves only with `advance`. */
export class ManualClock {
  time = Date.parse('2030-01-01T00:00:00Z');
  /** Number of calls that a store has not responded. */
  calls = 0;
  #tasks: { at: number; task: () => void }[] = [];
  now = (): number => this.time;
  after = (ms: number, task: () => void): (() => void) => {
    const entry = { at: this.time + ms, task };
    this.#tasks.push(entry);
    return () => {
      this.#tasks = this.#tasks.filter((one) => one !== entry);
    };
  };

  /** Runs pending promises and the store's calls, but no timers, as in a process whose timers are late. */
  async settle(): Promise<void> {
    for (let idleTurns = 0; idleTurns < 3; idleTurns++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.calls > 0) idleTurns = 0;
    }
  }

  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      await this.settle();
      const [next] = this.#tasks.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#tasks = this.#tasks.filter((one) => one !== next);
      this.time = Math.max(this.time, next.at);
      next.task();
    }
    this.time = end;
    await this.settle();
  }
}

/** Counts the calls of a store, so that the clock waits for them, except those of `replaced` methods, which may hang. */
export function watchedStore<Tx>(
  store: PayInboxStore<Tx>,
  clock: ManualClock,
  replaced: Partial<PayInboxStore<Tx>> = {},
): PayInboxStore<Tx> {
  return new Proxy(store, {
    get: (target, name) => {
      const own: unknown = Reflect.get(replaced, name);
      if (own !== undefined) return own;
      const member: unknown = Reflect.get(target, name, target);
      // Handlers run within `work`, which may not end.
      if (typeof member !== 'function' || name === 'work') return member;
      return async (...values: unknown[]): Promise<unknown> => {
        clock.calls++;
        try {
          return await (member.apply(target, values) as Promise<unknown>);
        } finally {
          clock.calls--;
        }
      };
    },
  });
}

const noop = (): Promise<void> => Promise.resolve();

/** How to start an inbox whose deliveries are confirmed at once. */
export function startOf(
  run: (delivery: PayDelivery, transaction: unknown) => unknown = noop,
  start: Partial<InboxStart> & { handled?: (key: string) => void; needsTransaction?: boolean } = {},
): InboxStart {
  const { handled, needsTransaction = false, ...rest } = start;
  return {
    logger: { error: () => undefined },
    confirm: (delivery) => Promise.resolve({ outcome: 'confirmed', delivery, isConfirmed: true }),
    handlersOf: (delivery) => ({
      needsTransaction,
      run: async (transaction) => void (await run(delivery, transaction)),
      handled: () => handled?.(delivery.key),
    }),
    ...rest,
  };
}

/** Creates the delivery of a payment, whose order is its key. */
export const paymentDelivery = (
  key: string,
  data: Record<string, unknown> = { OrderCode: key },
  changes: Partial<PayDelivery> = {},
): PayDelivery =>
  ({
    key,
    endpoint: 'Hook.receive',
    account: null,
    client: 'wallet',
    signed: false,
    source: 'webhook',
    event: { eventTypeId: 1796, data },
    ...changes,
  }) as unknown as PayDelivery;

/** `process` of an inbox that stores deliveries, which does not call it. */
export const unused: InboxSteps = {
  confirm: () => Promise.reject(new Error('unused')),
  handlersOf: () => {
    throw new Error('unused');
  },
};
