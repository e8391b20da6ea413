import type { HostedCheckout } from '../checkout/hosted-checkout.js';
import type { SimulatorClock } from '../domain/clock.js';
import type { ConnectedMerchant } from './connected-merchant.js';
import type { SimulatorActions } from '../control/actions.js';
import type { Deliveries } from '../deliveries/deliveries.js';
import type { FileNotices } from '../deliveries/file-notices.js';
import type { Webhooks } from '../deliveries/webhooks.js';
import type { CardTerminals } from '../domain/card-terminals.js';
import type { ConnectedMerchants } from '../domain/connected-merchants.js';
import type { Ledger } from '../domain/ledger.js';
import type { MerchantOverrides, SimulatorCredentials } from '../domain/merchant.js';
import type { Onboardings } from '../domain/onboardings.js';
import type { Orders } from '../domain/orders.js';
import type { Permissions } from '../domain/permissions.js';
import type { ResellerDesk } from '../domain/reseller-desk.js';
import type { Sellers } from '../domain/sellers.js';
import type { Sources } from '../domain/sources.js';
import type { Transactions } from '../domain/transactions.js';
import type { Transfers } from '../domain/transfers.js';
import type { Wallet } from '../domain/wallet.js';
import type { Wallets } from '../domain/wallets.js';
import type { Faults } from '../http/faults.js';
import type { LoggedRequest } from '../http/request-log.js';
import type { LoopbackAddress } from '../http/server.js';
import type { OrderCodeRange } from '../domain/ids.js';

/** How a simulator is started; every member has a default. */
export interface PaySimulatorOptions {
  /** TCP port; 0 takes a free one. @default 0 */
  readonly port?: number;
  /** Loopback address to listen on. @default '127.0.0.1' */
  readonly host?: LoopbackAddress;
  /** Makes all ids, codes and chances repeatable. @default a new one at each start */
  readonly seed?: string;
  /** Whether virtual time runs by itself. @default 'ticking' */
  readonly clock?: 'ticking' | 'manual';
  /** Start of virtual time. @default the present */
  readonly now?: Date;
  /** Which order codes are made: below 2^53, above it, or both. @default 'mixed' */
  readonly orderCodes?: OrderCodeRange;
  /** Where the default source sends a customer who has paid. @default 'http://localhost:3000/success' */
  readonly successUrl?: string;
  /** Where it sends one who has not. @default 'http://localhost:3000/failure' */
  readonly failureUrl?: string;
  /** Replaces parts of the account: credentials, currency, opening balance, names. */
  readonly merchant?: MerchantOverrides;
  /** How long a webhook receiver may take, real milliseconds. @default 5000 */
  readonly deliveryTimeoutMs?: number;
  /**
   * File that keeps the state: a simulator that is started on it again goes on where the last one ended, however it ended.
   * The other options must be the same, but for port and host; the seed is the file's. Of one process at a time.
   * @default none: the state is gone with the process
   */
  readonly dataFile?: string;
}

/** Base addresses for the library's `endpoints` option. */
export interface SimulatorEndpoints {
  readonly accounts: string;
  readonly api: string;
  readonly web: string;
}

/** A running simulator. */
export interface PaySimulator extends SimulatorActions {
  readonly url: string;
  readonly endpoints: SimulatorEndpoints;
  readonly credentials: SimulatorCredentials;
  readonly clock: SimulatorClock;
  readonly deliveries: Deliveries;
  readonly webhooks: Webhooks;
  /** What was sent to data-services subscriptions. */
  readonly fileNotices: FileNotices;
  /** A reseller's counter: the one-time passwords that customers were sent. */
  readonly resellerDesk: ResellerDesk;
  readonly faults: Faults;
  readonly orders: Orders;
  readonly transactions: Transactions;
  readonly ledger: Ledger;
  readonly wallet: Wallet;
  /** Every wallet with its id and IBAN, and what moved. */
  readonly wallets: Wallets;
  readonly sources: Sources;
  readonly permissions: Permissions;
  /** The card terminals on the counter: a test inserts a card, declines, cancels or walks away. */
  readonly terminals: CardTerminals;
  /** The merchants that are connected to the ISV; `connect` makes one that is verified and may take payments at once. */
  readonly connectedMerchants: Pick<ConnectedMerchants<ConnectedMerchant>, 'connect' | 'get' | 'list'>;
  /** The accounts that the ISV invited: a test accepts for the merchant and ends its identity check. */
  readonly isvAccounts: Onboardings;
  /** The ISV's webhooks, which hear of all connected merchants. */
  readonly isvWebhooks: Webhooks;
  /** The marketplace's sellers: a test connects one at once, or accepts and verifies for it. `wallet.deposit` funds the platform. */
  readonly sellers: Sellers;
  /** What the marketplace sent to its sellers and took back. */
  readonly transfers: Transfers;
  /** The hosted page without its HTML: lets a test pay, decline, cancel. */
  readonly checkout: HostedCheckout;
  /** Received requests, oldest first: no secrets, no bodies. */
  readonly requests: () => readonly LoggedRequest[];
  /**
   * Back to the very start, also what was registered and saved here; address, credentials and the sequence of ids stay. A
   * reset on the console or by the control API keeps what was set up through this handle.
   */
  readonly reset: () => void;
  /** Cuts connections and timers at once. */
  readonly close: () => Promise<void>;
}
