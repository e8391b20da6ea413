import type { HostedCheckout } from '../domain/checkout.service.js';
import type { LedgerView, SellerView, TerminalView, WalletView } from '../control/account-views.js';
import type {
  ActionOptions,
  OrderReference,
  PayActionOptions,
  TriggerInputOf,
  TriggerKind,
  TriggerOutcome,
} from '../control/actions.js';
import type { Deliveries } from '../deliveries/deliveries.js';
import type { FileNotices } from '../deliveries/file-notices.js';
import type { Webhooks } from '../deliveries/webhooks.js';
import type { CardTerminals } from '../domain/card-terminals.js';
import type { ConnectedMerchantOptions } from '../domain/connected-merchants.js';
import type { Duration } from '../domain/duration.js';
import type { MerchantAccount } from '../domain/merchant.js';
import type { OnboardingBehavior, Onboardings } from '../domain/onboardings.js';
import type { Orders } from '../domain/orders.js';
import type { Permissions } from '../domain/permissions.js';
import type { ResellerDesk } from '../domain/reseller-desk.js';
import type { SellerOptions } from '../domain/sellers.js';
import type { Sources } from '../domain/sources.js';
import type { Transaction } from '../domain/transaction.js';
import type { Transactions } from '../domain/transactions.js';
import type { Transfers } from '../domain/transfers.js';
import type { Wallet } from '../domain/wallet.js';
import type { OnboardedAccount } from '../domain/onboarding.js';
import type { Faults } from '../http/faults.js';
import type { LoggedRequest } from '../http/request-log.js';
import type { ComingKind } from '../domain/coming-kinds.js';
import type { SimulatorSnapshot } from '../state/state.js';

/** Webhooks of a merchant, or of the ISV. */
export type WebhooksHandle = Pick<Webhooks, 'eventTypes' | 'list' | 'register' | 'remove'>;

/** What the simulator offers of the main merchant and of each connected merchant. */
export interface MerchantHandle {
  /**
   * Lets the issuer decline the merchant's next card payment, once: at the checkout, at a terminal, by mail or telephone, or a
   * recurring charge. The payment after it is decided as usual.
   *
   * @param eventId - Reason of the issuer. Null takes it back. @default 10051, insufficient funds
   * @throws RangeError if the event ID is not a positive whole number.
   * @example simulator.declineNext(); // the next charge fails, and its retry is paid
   */
  declineNext(eventId?: number | null): void;
  readonly orders: Pick<Orders, 'create' | 'get' | 'list'>;
  readonly transactions: Pick<Transactions, 'get'> & {
    /** Lists transactions, oldest first: all, or those of an order. */
    list(of?: { readonly orderCode: string }): readonly Transaction[];
  };
  readonly wallet: Pick<Wallet, 'balance' | 'buy' | 'deposit' | 'withdraw'>;
  /** The merchant's wallets with their IDs, IBANs and balances. */
  readonly wallets: {
    readonly list: () => readonly WalletView[];
    /** The wallet that receives payments, as it is now. */
    readonly primary: WalletView;
    /** A wallet of somebody else, to send money to. */
    readonly other: WalletView & { readonly ownerId: string };
  };
  readonly sources: Pick<Sources, 'list' | 'save'>;
  readonly permissions: Pick<Permissions, 'set'>;
  readonly webhooks: WebhooksHandle;
  /** The card terminals. A test inserts a card, declines, cancels or lets the request time out. */
  readonly terminals: Pick<
    CardTerminals,
    'cancel' | 'chooseQrCode' | 'configure' | 'decline' | 'insertCard' | 'save' | 'walkAway'
  > & {
    /** Lists the terminals, each with the session that it shows or processes. */
    list(): readonly TerminalView[];
  };
}

/** What the service does next, as the end of a step of the clock. */
export interface ClockJump {
  readonly to: ComingKind;
}

/** A connected merchant. */
export interface ConnectedMerchant extends MerchantHandle {
  readonly account: MerchantAccount;
}

/** What a customer, a merchant, the service or time does, and reads. The members stand for operations of the control API. */
export interface SimulatorHandle extends MerchantHandle {
  /**
   * Pays an order with a test card. If the issuer declines, nothing is paid: the transaction has the status `E`, and a warning of the
   * process says so. `decline` and `declineNext` decline on purpose.
   */
  readonly pay: (order?: OrderReference, options?: PayActionOptions) => Transaction;
  /** Refunds a payment, in full or in part. A full refund first clears the payment, because it would be a void otherwise. */
  readonly refund: (paymentId?: string, options?: ActionOptions) => Transaction;
  /**
   * Does what a customer, a merchant or the service would do, by the name that it has in the control API and on the command line.
   * The simulator sends the webhooks. Without an order code or a transaction ID, it creates the order or payment that it needs.
   *
   * @returns The order, transaction, transfer or session that it made or changed.
   * @throws Refusal if the service would reject it, and a `RangeError` that names an invalid value.
   * @example simulator.trigger('dispute', { transactionId });
   * @example await simulator.trigger('terminal-sale', { amount: 1500 });
   */
  trigger<Kind extends TriggerKind>(kind: Kind, input?: TriggerInputOf<Kind>): TriggerOutcome<Kind>;
  readonly clock: {
    /** Returns the virtual time, in milliseconds since 1970. */
    now(): number;
    /**
     * Moves the clock forward and runs all due work in order of time: retries of webhooks, expiry of orders, clearing.
     *
     * @param by - Up to ten years, as a text, in milliseconds, or in parts. Months end on the same day of the month (UTC), or on the
     * last day of a shorter month. Or what the service does next: the next retry, clearing, payout, charge or expiry.
     * @throws RangeError if the duration is invalid, or nothing of the kind is planned.
     * @example await simulator.clock.advance('1 day');
     * @example await simulator.clock.advance({ months: 1, days: 2 });
     * @example await simulator.clock.advance({ to: 'clearing' });
     */
    advance(by: Duration | ClockJump): Promise<void>;
  };
  readonly deliveries: Pick<
    Deliveries,
    'configure' | 'drop' | 'duplicate' | 'hold' | 'list' | 'redeliver' | 'release' | 'settled'
  >;
  /** Lists the notifications sent to data-services subscriptions. */
  readonly fileNotices: () => ReturnType<FileNotices['attempts']>;
  /** A reseller's counter, where customers pay with one-time passwords. */
  readonly resellerDesk: Pick<ResellerDesk, 'configure' | 'passwords'>;
  readonly faults: Pick<Faults, 'add' | 'list' | 'remove'>;
  /** Reads the ledger of all merchants: balances by currency and account, totals and entries. */
  readonly ledger: () => LedgerView;
  /** Merchants connected to the ISV. `connect` adds a verified merchant that can accept payments immediately. */
  readonly connectedMerchants: {
    connect(terms?: ConnectedMerchantOptions): ConnectedMerchant;
    /** @throws Refusal for an unknown merchant. */
    get(merchantId: string): ConnectedMerchant;
    list(): readonly ConnectedMerchant[];
  };
  /** The ISV's webhooks. They receive the events of all connected merchants. */
  readonly isvWebhooks: WebhooksHandle;
  /** Accounts invited by the ISV or the marketplace. A test accepts an invitation and completes the identity check. */
  readonly accounts: Pick<Onboardings, 'accept' | 'get' | 'verify'> & {
    /** Sets whether a completed identity check sends an event. */
    configure(changes: Partial<OnboardingBehavior>): void;
  };
  /** The marketplace's sellers. `connect` adds a verified seller. Fund the platform with `wallet.deposit`. */
  readonly sellers: {
    connect(options?: SellerOptions): OnboardedAccount;
    /** Returns a seller with its wallet, balance and payouts. @throws RangeError for an unknown seller. */
    get(accountId: string): SellerView;
    list(): readonly OnboardedAccount[];
  };
  /** Transfers from the marketplace to its sellers, and their reversals. */
  readonly transfers: Pick<Transfers, 'list' | 'reverse'>;
  /** The hosted checkout without its HTML. A test pays, declines or cancels an order. */
  readonly checkout: Pick<HostedCheckout, 'answerChallenge' | 'cancel' | 'pay'>;
  /** Lists received requests, oldest first, without secrets and bodies. */
  readonly requests: () => readonly LoggedRequest[];
  /**
   * Restores the initial state, including webhooks and settings. Address, credentials and the sequence of IDs stay. A
   * reset through the console or the control API keeps the configuration made through this object.
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
}
