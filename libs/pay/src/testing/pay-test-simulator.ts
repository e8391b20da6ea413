import type { PayTestWaitOptions, PayTestingHost } from './pay-testing-host.js';
import type { LocalHandle, TestWorld } from './test-world.js';

/** Members that act at once. A simulator in another process cannot offer them. */
const SYNCHRONOUS =
  'accounts checkout clock close connectedMerchants createWorld declineNext deliveries faults fileNotices isvWebhooks ledger orders ' +
  'pay permissions refund requests resellerDesk reset restore sellers snapshot sources terminals transactions transfers trigger ' +
  'wallet wallets webhooks';

/** Copies the members of a simulator. In another process, the members that act throw errors. */
const SimulatorMembers = class {
  constructor({ account, simulator }: TestWorld) {
    Object.assign(this, account);
    if (simulator !== undefined) return;
    for (const name of SYNCHRONOUS.split(' ')) Object.defineProperty(this, name, { get: () => refuse(name) });
  }
} as new (world: TestWorld) => LocalHandle;

function refuse(name: string): never {
  throw new Error(
    `simulator.${name} is synchronous and works only for a simulator in the process of the test. Use app.get(PayTestWorld) with ` +
      "the control API, for example await world.call('POST', '/trigger/payment', { orderCode }), or remove simulator.url of PayTestingModule.",
  );
}

/**
 * The simulator of a test: all members of `PaySimulator`, and `settled()`, which waits for the application. Injectable and available
 * through `app.get()` after `PayTestingModule.forApp()` or `forRoot()`. For a simulator in another process (`simulator.url`), use
 * `PayTestWorld`: all members but `settled()`, addresses and credentials then throw an error.
 *
 * @example
 * const simulator = app.get(PayTestSimulator);
 * simulator.pay(order); // the data of createOrder, or an order code
 * await simulator.settled();
 */
export class PayTestSimulator extends SimulatorMembers {
  readonly #host: Pick<PayTestingHost, 'settled'>;

  /** Created by PayTestingModule. */
  constructor(world: TestWorld, host: Pick<PayTestingHost, 'settled'>) {
    super(world);
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
