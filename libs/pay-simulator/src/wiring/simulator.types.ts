import type { MerchantOverrides, SimulatorCredentials } from '../domain/merchant.js';
import type { AccountPreset } from '../domain/permissions.js';
import type { WorldMerchant } from '../domain/world-account.js';
import type { OrderCodeRange } from '../domain/ids.js';
import type { SimulatorHandle } from '../handle/handle.types.js';
import type { TransparentMode } from '../transparent/transparent-mode.types.js';

/** Options of {@link createPaySimulator}. All options are optional. */
export interface PaySimulatorOptions {
  /** TCP port. `0` selects a free port. @default 0 */
  readonly port?: number;
  /**
   * Address to listen on, such as `'0.0.0.0'` for every address of the machine. Beyond loopback, the console, the terminals and the
   * control API need the control token.
   * @default '127.0.0.1'
   */
  readonly host?: string;
  /**
   * Host names and IP addresses, in addition to loopback, that requests may name in their `Host` header and that webhooks may be
   * sent to.
   * @default none
   */
  readonly allowHosts?: readonly string[];
  /**
   * Token for the console, the terminals and the control API, with at least 16 characters. Customers' pages and the service's own
   * API never need it.
   * @default none on a loopback address, otherwise a new token at each start: `simulator.controlToken`
   */
  readonly controlToken?: string;
  /**
   * Address at which applications and browsers reach the simulator, such as `http://simulator:4010`. Links of the simulator, `url` and
   * `environment` use it, and its host is allowed.
   * @default the address that the simulator listens on
   */
  readonly publicUrl?: string;
  /** Seed for IDs, codes and random behavior. @default a new seed at each start */
  readonly seed?: string;
  /** `ticking` follows real time; `manual` only moves when you advance it. @default 'ticking' */
  readonly clock?: 'ticking' | 'manual';
  /** Start of virtual time. @default the current time */
  readonly now?: Date;
  /**
   * Whether payments clear, and money goes to banks, on business days only: the days of TARGET, the settlement system of the euro.
   * `holidays` are further days on which nothing clears, such as the bank holidays of your country, as `YYYY-MM-DD`.
   * @default false: every day, so that a test does not depend on the day of the week
   */
  readonly businessDays?: boolean | { readonly holidays: readonly string[] };
  /** Range of generated order codes: below 2^53, above 2^53, or both. @default 'mixed' */
  readonly orderCodes?: OrderCodeRange;
  /** Success URL of the default payment source. @default 'http://localhost:3000/success' */
  readonly successUrl?: string;
  /** Failure URL of the default payment source. @default 'http://localhost:3000/failure' */
  readonly failureUrl?: string;
  /** Overrides account settings: credentials, currency, opening balance and names. */
  readonly merchant?: MerchantOverrides;
  /**
   * Initial permissions of the account. With `'new'`, what the service does not give to every account is off: refunds, recurring
   * charges and captures, transfers, terminal events, and what needs an approval. `permissions.set()` switches it on.
   * @default 'demo': everything is on, except AADE
   */
  readonly account?: AccountPreset;
  /** Timeout of webhook deliveries, in real milliseconds. @default 5000 */
  readonly deliveryTimeoutMs?: number;
  /**
   * File that stores the state. A simulator that starts with the same file continues from the stored state, even if it was killed.
   * Options for initial values (`seed`, `now`, `successUrl`, `failureUrl`, opening balances) apply to a new file only. Only one
   * process can use a file.
   * @default none: the state is lost when the process ends
   */
  readonly dataFile?: string;
  /**
   * Whether the simulator responds with 501 instead of a response that rests on an inferred claim of the contract: an operation, a
   * field of the request, or an error. The body names the claims.
   * @default false
   */
  readonly strict?: boolean;
  /**
   * Whether each API response and webhook has the header `X-Simulator-Confidence`: the lowest confidence of the claims that it
   * rests on.
   * @default false
   */
  readonly mark?: boolean;
  /**
   * Whether the simulator also responds under the service's own host names, live and demo: as an HTTPS proxy, and to TLS connections.
   * It opens no connection to the service. `caDir` is the folder of its certificates; by default, it is a folder `pay-simulator` in
   * the user's data folder.
   *
   * @see docs/how-to/simulator-transparent.md
   * @default false
   */
  readonly transparent?: boolean | { readonly caDir: string };
  /** Whether the simulator keeps the process alive until it is closed. @default true */
  readonly keepAlive?: boolean;
}

/** Options of a world. All are optional. */
export interface WorldOptions extends Pick<
  PaySimulatorOptions,
  'account' | 'clock' | 'failureUrl' | 'now' | 'orderCodes' | 'successUrl'
> {
  /**
   * Name of the world in addresses: lower-case letters, digits and hyphens, at most 40 characters, unique among present worlds.
   * @default `w1`, `w2` and so on
   */
  readonly id?: string;
  /** Overrides account settings: currency, opening balance and names. The credentials are generated. */
  readonly merchant?: WorldMerchant;
  /** Seconds of real time after which the world ends. @default none: it ends when you end it */
  readonly ttlSeconds?: number;
}

/** Base addresses for the library's `endpoints` option. */
export interface SimulatorEndpoints {
  readonly accounts: string;
  readonly api: string;
  readonly web: string;
}

/** A world: an account with everything that belongs to it, and what a client needs to use it. */
export interface SimulatorWorld extends SimulatorHandle {
  readonly url: string;
  /** Token for the console, the terminals and the control API. Undefined if they need none. */
  readonly controlToken: string | undefined;
  readonly endpoints: SimulatorEndpoints;
  readonly credentials: SimulatorCredentials;
  /**
   * Environment variables for an application that uses the simulator as its account: credentials of the main merchant, its
   * card terminals and its reports, `PAY_DEV` and `PAY_SIMULATOR_URL`. For an ISV or a marketplace, use `credentials`.
   *
   * @example Object.assign(process.env, simulator.environment); // before the application reads its configuration
   */
  readonly environment: Readonly<Record<string, string>>;
}

/** A running simulator. Its members act on the world `default`. */
export interface PaySimulator extends SimulatorWorld {
  /** Set with the option `transparent`. */
  readonly transparent?: TransparentMode;
  /**
   * Creates a world: an account of its own in this process. Its credentials choose it in requests, and no other world sees it.
   *
   * @throws RangeError if an option is invalid. Refusal if a world has the ID, or no more worlds fit.
   * @see docs/how-to/simulator-parallel.md
   * @example
   * const world = simulator.createWorld({ clock: 'manual' }); // before each test
   * const pay = new PayWallet(world.credentials.merchant, { endpoints: world.endpoints });
   * await world.close(); // after it
   */
  createWorld(options?: WorldOptions): CreatedWorld;
  /** Closes the server immediately: ends open connections, all worlds, and cancels timers. */
  readonly close: () => Promise<void>;
}

/** A world beside `default`. */
export interface CreatedWorld extends SimulatorWorld {
  readonly id: string;
  /** Address of its console. */
  readonly console: string;
  /** Base address of its control API. */
  readonly control: string;
  /** Ends the world at once. */
  readonly close: () => Promise<void>;
}
