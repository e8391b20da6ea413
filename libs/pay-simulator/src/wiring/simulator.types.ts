import type { Duration } from '../domain/duration.js';
import type { HostedCheckout } from '../domain/hosted-checkout.js';
import type { SimulatorActions } from '../control/actions.js';
import type { Webhooks } from '../deliveries/webhooks.js';
import type { ConnectedMerchants } from '../domain/connected-merchants.js';
import type { MerchantOverrides, SimulatorCredentials } from '../domain/merchant.js';
import type { Onboardings } from '../domain/onboardings.js';
import type { AccountPreset } from '../domain/permissions.js';
import type { Sources } from '../domain/sources.js';
import type { LoggedRequest } from '../http/request-log.js';
import type { OrderCodeRange } from '../domain/ids.js';
import type { Offered } from './handle.js';
import type { AccountServices } from '../services/merchant-services.js';
import type { SimulatorSnapshot } from '../state/state.js';
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
   * @default 'demo': everything is on
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

/** Base addresses for the library's `endpoints` option. */
export interface SimulatorEndpoints {
  readonly accounts: string;
  readonly api: string;
  readonly web: string;
}

/** A connected merchant's part of the handle of the simulator. */
export interface ConnectedMerchant extends Pick<AccountServices, 'account' | 'sources' | 'webhooks'> {
  readonly orders: Offered<'orders'>;
  readonly transactions: Offered<'transactions'>;
  readonly wallet: Offered<'wallet'>;
  readonly permissions: Offered<'permissions'>;
  /** The merchant's card terminals. A test inserts a card, declines, cancels or lets the request time out. */
  readonly cardTerminals: Offered<'terminals'>;
}

/** A running simulator. */
export interface PaySimulator extends SimulatorActions {
  /**
   * Moves the clock forward and runs all due work in order of time: retries of webhooks, expiry of orders, clearing.
   *
   * @param duration - Up to ten years, as a text, in milliseconds, or in parts. Months end on the same day of the month (UTC), or on the last day of a shorter month.
   * @throws RangeError if the duration is invalid.
   * @example await simulator.advance('1 day');
   * @example await simulator.advance({ months: 1, days: 2 });
   */
  advance(duration: Duration): Promise<void>;
  /**
   * Lets the issuer decline the next card payment of the main merchant, once: at the checkout, at a terminal, by mail or telephone, or
   * a recurring charge. The payment after it is decided as usual.
   *
   * @param eventId - Reason of the issuer. @default 10051, insufficient funds
   * @throws RangeError if the event ID is not a positive whole number.
   * @example simulator.declineNext(); // the next charge fails, and its retry is paid
   */
  readonly declineNext: (eventId?: number) => void;
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
  /** Set with the option `transparent`. */
  readonly transparent?: TransparentMode;
  readonly clock: Offered<'clock'>;
  readonly deliveries: Offered<'deliveries'>;
  readonly webhooks: Webhooks;
  /** Notifications sent to data-services subscriptions. */
  readonly fileNotices: Offered<'fileNotices'>;
  /** One-time passwords sent to customers for payments at a reseller's counter. */
  readonly resellerDesk: Offered<'resellerDesk'>;
  readonly faults: Offered<'faults'>;
  readonly orders: Offered<'orders'>;
  readonly transactions: Offered<'transactions'>;
  readonly ledger: Offered<'ledger'>;
  readonly wallet: Offered<'wallet'>;
  /** All wallets with their IDs, IBANs and movements. */
  readonly wallets: Offered<'wallets'>;
  readonly sources: Sources;
  readonly permissions: Offered<'permissions'>;
  /** The card terminals. A test inserts a card, declines, cancels or lets the request time out. */
  readonly terminals: Offered<'terminals'>;
  /** Merchants connected to the ISV. `connect` adds a verified merchant that can accept payments immediately. */
  readonly connectedMerchants: Pick<ConnectedMerchants<ConnectedMerchant>, 'connect' | 'get' | 'list'>;
  /** Accounts invited by the ISV. A test accepts an invitation and completes the identity check. */
  readonly isvAccounts: Onboardings;
  /** The ISV's webhooks. They receive the events of all connected merchants. */
  readonly isvWebhooks: Webhooks;
  /** The marketplace's sellers. `connect` adds a verified seller. Fund the platform with `wallet.deposit`. */
  readonly sellers: Offered<'sellers'>;
  /** Transfers from the marketplace to its sellers, and their reversals. */
  readonly transfers: Offered<'transfers'>;
  /** The hosted checkout without its HTML. A test pays, declines or cancels an order. */
  readonly checkout: HostedCheckout;
  /** Lists received requests, oldest first, without secrets and bodies. */
  readonly requests: () => readonly LoggedRequest[];
  /**
   * Restores the initial state, including webhooks and settings. Address, credentials and the sequence of IDs stay. A
   * reset through the console or the control API keeps the configuration made through this handle.
   */
  readonly reset: () => void;
  /**
   * Returns the state as plain JSON: orders, money, settings, deliveries, the clock and the sequence of IDs. Planned work is included;
   * received requests and the account's credentials are not.
   *
   * @example const paid = simulator.snapshot(); // before each test: simulator.restore(paid)
   */
  readonly snapshot: () => SimulatorSnapshot;
  /**
   * Replaces the state by a snapshot. Time continues from the snapshot. A delivery that was in progress is sent again.
   *
   * @throws RangeError if the value is not a snapshot, or of another version. The state then does not change.
   */
  readonly restore: (snapshot: SimulatorSnapshot) => void;
  /** Closes the server immediately: ends open connections and cancels timers. */
  readonly close: () => Promise<void>;
}
