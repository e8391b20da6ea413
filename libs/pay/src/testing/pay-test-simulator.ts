import { PayTestWorld } from './pay-test-world.js';
import type { PayTestingHost } from './pay-testing-host.js';
import type { LocalHandle, TestWorld } from './test-world.js';

/** Members that act at once. A simulator in another process cannot offer them. */
const SYNCHRONOUS =
  'accounts checkout clock close connectedMerchants createWorld declineNext deliveries faults fileNotices isvWebhooks ledger orders ' +
  'pay permissions refund requests resellerDesk reset restore sellers snapshot sources terminals transactions transfers trigger ' +
  'wallet wallets webhooks';

/** A world with the members of a simulator. In another process, the members that act throw errors. */
const SimulatorMembers = class extends PayTestWorld {
  constructor({ account, simulator }: TestWorld, host: Pick<PayTestingHost, 'settled'>) {
    super(account, host);
    if (simulator !== undefined) Object.assign(this, simulator);
    else
      for (const name of SYNCHRONOUS.split(' '))
        Object.defineProperty(this, name, { get: () => refuse(name) });
  }
} as new (world: TestWorld, host: Pick<PayTestingHost, 'settled'>) => PayTestWorld & LocalHandle;

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
export class PayTestSimulator extends SimulatorMembers {}
