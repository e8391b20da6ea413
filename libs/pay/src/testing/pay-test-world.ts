import type { PayTestWaitOptions, PayTestingHost } from './pay-testing-host.js';
import { callControl } from './remote-world.js';
import type { TestAccount } from './test-world.js';

/** Copies the members of an account. */
const AccountMembers = class {
  constructor(account: TestAccount) {
    const { id, url, console, control, controlToken, credentials, endpoints, environment } = account;
    Object.assign(this, { id, url, console, control, controlToken, credentials, endpoints, environment });
  }
} as new (account: TestAccount) => TestAccount;

/**
 * The world of a test behind its control API. It works for a simulator in this process, and for one in another process
 * (`simulator.url` of PayTestingModule). Injectable and available through `app.get()`.
 *
 * @example
 * const world = app.get(PayTestWorld);
 * await world.call('POST', '/trigger/payment', { orderCode: order.orderCodeText });
 * await world.settled();
 */
export class PayTestWorld extends AccountMembers {
  readonly #host: Pick<PayTestingHost, 'settled'>;

  /** Created by PayTestingModule. */
  constructor(account: TestAccount, host: Pick<PayTestingHost, 'settled'>) {
    super(account);
    this.#host = host;
  }

  /**
   * Sends a request to the control API of the world: `call('GET', '/orders')` reads its orders. Order codes are strings. Resolves with
   * the JSON of the response, or undefined if there is none.
   *
   * @throws Error with the reason if the simulator rejects the request, or does not respond.
   * @see docs/reference/control-api.md
   * @example const payments = await world.call<{ amount: number }[]>('GET', '/transactions');
   */
  async call<Result = unknown>(
    method: 'GET' | 'POST' | 'DELETE',
    path: `/${string}`,
    body?: Readonly<Record<string, unknown>>,
  ): Promise<Result> {
    return (await callControl(this, method, path, body)) as Result;
  }

  /**
   * Resolves when the application has handled all webhooks that were delivered, also from a durable inbox. It also waits for the
   * events that handlers cause, and for what the library records because of an event, such as the period of a subscription. It does not wait for deliveries that you hold, for retries that are due later, and for dead letters,
   * so it also resolves after a handler failed.
   *
   * @throws Error that names the events that are not handled at the time limit, or a delivery that did not reach a handler: the
   *   application refused it, or the simulator dropped it. Each such delivery is reported once. Error if the application is not initialized, or has no
   *   webhook that handles events.
   * @example await world.settled();
   */
  settled(options?: PayTestWaitOptions): Promise<void> {
    return this.#host.settled(options);
  }
}
