import type { PaySimulator } from 'pay-simulator';
import type { PayTestWaitOptions, PayTestingHost } from './pay-testing-host.js';

/** Copies the members of a simulator. */
const SimulatorMembers = class {
  constructor(simulator: PaySimulator) {
    Object.assign(this, simulator);
  }
} as new (simulator: PaySimulator) => PaySimulator;

/**
 * The simulator of a test: all members of `PaySimulator`, and `settled()`, which waits for the application. Injectable and available
 * through `app.get()` after `PayTestingModule.forApp()` or `forRoot()`.
 *
 * @example
 * const simulator = app.get(PayTestSimulator);
 * simulator.pay(order); // the data of createOrder, or an order code
 * await simulator.settled();
 */
export class PayTestSimulator extends SimulatorMembers {
  readonly #host: Pick<PayTestingHost, 'settled'>;

  /** Created by PayTestingModule. */
  constructor(simulator: PaySimulator, host: Pick<PayTestingHost, 'settled'>) {
    super(simulator);
    this.#host = host;
  }

  /**
   * Resolves when the application has handled all webhooks that were delivered, also from a durable inbox. It also waits for the
   * events that handlers cause, and for what the library records because of an event, such as the period of a subscription. It does not wait for deliveries that you hold, for retries that are due later, and for dead letters,
   * so it also resolves after a handler failed.
   *
   * @throws Error that names the events that are not handled at the time limit, or a delivery that did not reach a handler: the
   *   application refused it, or the simulator dropped it. Each such delivery is reported once. Error if the application is not initialized, or has no
   *   webhook that handles events.
   * @example await simulator.settled();
   */
  settled(options?: PayTestWaitOptions): Promise<void> {
    return this.#host.settled(options);
  }
}
