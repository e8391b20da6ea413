import type { HttpService } from '@nestjs/axios';
import type { ConfigurableModuleAsyncOptions } from '@nestjs/common';
import type {
  MarketplaceOptions,
  PayISVOptions,
  PayWalletOptions,
  WithCredentialProvider,
} from '../../clients/client-options.js';
import type { PayInstrumentation } from '../../core/http/instrumentation.js';
import type { PayClientName } from '../pay.client-table.js';
import type { PayIdempotency } from '../../idempotency/pay-idempotency.js';
import type { PaySendersLimits } from '../webhooks/pay-webhook.limits.js';
import type { PayInbox } from '../../inbox/pay-inbox.js';

/** What can be set for one webhook route, its controller, or for all in PayModule's options; the nearest wins. */
export interface PayWebhookSettings {
  /** The client whose account the webhook belongs to: its key answers the handshake, it confirms the events. @default the first configured of wallet, marketplace, isv */
  client?: PayClientName;
  /** Read the event's resource back from the service before a handler sees it. @default true */
  confirm?: boolean;
  /**
   * The route's own method also gets events that nothing can confirm. Handlers ask for themselves: see `@OnPayEvent`.
   * @default false, and true where `confirm` is false
   */
  unconfirmed?: boolean;
  /**
   * Addresses and CIDR ranges that deliveries may come from. `'any'` switches the check off.
   * @default the service's published list for the client's environment; this machine only when its `endpoints` are local
   */
  sourceAddresses?: readonly string[] | 'any';
  /** Secrets of data-services subscriptions (7936); while one is being replaced, the old and the new one. */
  secrets?: readonly string[];
  /** Payment sources whose events are taken; those of others are answered 200 and counted. @default all */
  sourceCodes?: readonly string[];
  /** Merchants (UUIDs) whose events are taken; those of others are answered 200 and counted. @default all */
  merchantIds?: readonly string[];
  /**
   * Keys that answer the service's verification, in place of the one that it tells the client. An answer has room for one: of
   * several each verification gets the next. @default the client's own, read from the service
   */
  verificationKeys?: readonly string[];
  /** A longer body is refused. @default 65_536 */
  maxBodyBytes?: number;
}

/** Settings of one webhook route or its controller. */
export interface PayWebhookRouteSettings extends PayWebhookSettings {
  /** The name of the PayModule whose account the webhook belongs to. @default the one without a name, or the only one */
  account?: string;
}

/** Webhook settings of all webhooks of an account. */
export interface PayWebhookModuleOptions extends PayWebhookSettings {
  /** Your own proxies, as addresses and CIDR ranges. Their X-Forwarded-For is believed, nobody else's. @default none */
  trustedProxies?: readonly string[];
  /** How long a repeat waits for the delivery of the same event that is being handled, before it is answered 503. Not with an `inbox` of your own. @default 10_000 */
  repeatWaitMs?: number;
  /** How much the two classes of senders, the service and all others, can make the application do. */
  senderLimits?: PaySendersLimits;
  /** Where deliveries are kept. @default handled before the answer, known again for 25 hours, in this process's memory */
  inbox?: PayInbox;
}

/** Options of PayModule. At least one client is configured. */
export interface PayModuleOptions {
  /** A merchant's account. */
  wallet?: PayWalletOptions | WithCredentialProvider<PayWalletOptions>;
  /** An ISV's or reseller's account. */
  isv?: PayISVOptions | WithCredentialProvider<PayISVOptions>;
  /** A platform operator's account. */
  marketplace?: MarketplaceOptions | WithCredentialProvider<MarketplaceOptions>;
  webhooks?: PayWebhookModuleOptions;
  /** Keeps idempotency keys for all clients, and is injectable as `PayIdempotency`: `postgresIdempotency({ pool })`. @default none */
  idempotency?: PayIdempotency;
  /** An HttpService of your own for all calls: your proxy, your agent. @default one of PayModule's own, on undici */
  http?: HttpService;
  /** What runs around calls of all clients and around webhook events: `openTelemetry()` of `nestjs-pay/opentelemetry`. @default nothing */
  instrumentation?: PayInstrumentation;
}

/** A class that makes PayModule's options, for `forRootAsync({ useClass })` and `useExisting`. */
export interface PayOptionsFactory {
  /** The options, called once at boot. */
  createPayOptions(): PayModuleOptions | Promise<PayModuleOptions>;
}

/**
 * Options that `PayModule.forRootAsync` adds to those of its factory, for what a factory such as `payConfig` cannot give. An
 * option that both give with different values stops the boot.
 */
export type PayAddedOptions = Omit<PayModuleOptions, PayClientName> & {
  /** Added to the factory's options of this client. */
  [Client in PayClientName]?: Partial<NonNullable<PayModuleOptions[Client]>>;
};

/** Options of `PayModule.forRootAsync`. */
export type PayModuleAsyncOptions = ConfigurableModuleAsyncOptions<PayModuleOptions, 'createPayOptions'> &
  PayAddedOptions & {
    /** Makes the clients injectable in every module. @default false */
    isGlobal?: boolean;
    /** Tells apart several accounts in one application: see `@InjectPay(…, name)`. */
    name?: string;
  };
