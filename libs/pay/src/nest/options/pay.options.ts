import type { HttpService } from '@nestjs/axios';
import type { ConfigurableModuleAsyncOptions, DynamicModule, FactoryProvider } from '@nestjs/common';
import type {
  ClientOptions,
  MarketplaceOptions,
  PayISVOptions,
  PayWalletOptions,
  WithCredentialProvider,
} from '../../clients/client-options.js';
import type { PayClientName } from '../pay.client-table.js';
import type { PayIdempotency } from '../../idempotency/pay-idempotency.js';
import type { PayInbox } from '../../inbox/pay-inbox.js';

/** Webhook options of a route, its controller, or a PayModule. A route's options override the controller's, which override the module's. */
export interface PayWebhookSettings {
  /** Client whose account the webhook belongs to. Its key responds to the handshake, and it confirms the events. @default the first configured of wallet, marketplace, isv */
  client?: PayClientName;
  /** Whether events are confirmed by reading their resource back before handlers get them. @default true */
  confirm?: boolean;
  /**
   * Whether the route's own method also gets events that cannot be confirmed. Handlers have their own option: see `@OnPayEvent`.
   * @default false, and true if `confirm` is false
   */
  unconfirmed?: boolean;
  /**
   * Addresses and CIDR ranges that deliveries may come from. `'any'` switches the check off.
   * @default the service's published list for the client's environment; this machine only if its `endpoints` are local
   */
  sourceAddresses?: readonly string[] | 'any';
  /** Secrets of data-services subscriptions (7936). List the old and the new secret while you replace one. */
  secrets?: readonly string[];
  /** Payment sources whose events are accepted. Events of other sources get 200 and counted. @default all */
  sourceCodes?: readonly string[];
  /** Merchants (UUIDs) whose events are accepted. Events of other merchants get 200 and counted. @default all */
  merchantIds?: readonly string[];
}

/** Options of one webhook route or its controller. */
export interface PayWebhookRouteSettings extends PayWebhookSettings {
  /** Name of the PayModule whose account the webhook belongs to. @default the default account, or the only one */
  account?: string;
}

/** Options of all webhooks of a PayModule. */
export interface PayWebhookModuleOptions extends PayWebhookSettings {
  /**
   * Path of the webhook, such as `pay/webhook`: PayModule makes the endpoint for GET and POST, hidden from OpenAPI. A global prefix
   * comes before the path, and versions do not change it. Give it to `forRoot`, or beside the factory of `forRootAsync`.
   *
   * @default none: put `@PayWebhook()` on a controller of your own
   */
  path?: string;
  /** Your own proxies, as addresses and CIDR ranges. The X-Forwarded-For of other senders is ignored. @default none */
  trustedProxies?: readonly string[];
  /**
   * Maximum number of reads per minute that confirm deliveries from the service's addresses (the published ones, or all in
   * `sourceAddresses` if none of them is published), per process. All other senders together get a tenth of it. Further deliveries get
   * 503 with `Retry-After`; in a durable inbox the deliveries wait, which does not count as an attempt.
   *
   * @default 6_000
   */
  readsPerMinute?: number;
  /** Stores deliveries. @default events are handled before the response, and remembered for 25 hours in this process's memory */
  inbox?: PayInbox;
}

/** Settings that all clients of a PayModule can have in common. A client's own value wins, also one from a `PAY_` variable. */
export type PayCommonSettings = Omit<
  ClientOptions,
  'clientId' | 'clientSecret' | 'sourceCode' | 'cloudTerminal' | 'idempotency'
>;

/** Options of PayModule. At least one client must be configured. */
export interface PayModuleOptions extends PayCommonSettings {
  /** A merchant's account. */
  wallet?: PayWalletOptions | WithCredentialProvider<PayWalletOptions>;
  /** An ISV's or reseller's account. */
  isv?: PayISVOptions | WithCredentialProvider<PayISVOptions>;
  /** A platform operator's account. */
  marketplace?: MarketplaceOptions | WithCredentialProvider<MarketplaceOptions>;
  /** Options of all webhooks of this account. */
  webhooks?: PayWebhookModuleOptions;
  /** Stores idempotency keys for all clients, for example `postgresIdempotency({ pool })`. Injectable as `PayIdempotency`. @default none */
  idempotency?: PayIdempotency;
  /** Your own HttpService for all calls, for example with a proxy or an agent. @default PayModule's own, on undici */
  http?: HttpService;
}

/** A class that creates PayModule's options, for `forRootAsync({ useClass })` and `useExisting`. */
export interface PayOptionsFactory {
  /** Returns the options. Called once at boot. */
  createPayOptions(): PayModuleOptions | Promise<PayModuleOptions>;
}

/**
 * Options beside the factory of `PayModule.forRootAsync`. They are merged with the factory's options and with `config`, one by one.
 * An option with two different values prevents startup.
 */
export type PayAddedOptions = Omit<PayModuleOptions, PayClientName> & {
  /** Merged with this client's other options. */
  [Client in PayClientName]?: SomeOf<NonNullable<PayModuleOptions[Client]>>;
};

/** `Partial`, written out because the build adds `| undefined` to members. */
type SomeOf<Options> = { [Name in keyof Options]?: Options[Name] };

/** A namespace of `@nestjs/config` with PayModule's options: `payConfig` or `payConfigFor(name)`. */
export interface PayConfigNamespace {
  /** Returns imports, dependencies and factory of a provider of the options. */
  asProvider(): {
    imports: NonNullable<DynamicModule['imports']>;
    inject: NonNullable<FactoryProvider['inject']>;
    useFactory: FactoryProvider<PayModuleOptions>['useFactory'];
  };
}

/** Options of `PayModule.forRootAsync`. */
export type PayModuleAsyncOptions = ConfigurableModuleAsyncOptions<PayModuleOptions, 'createPayOptions'> &
  PayAddedOptions & {
    /**
     * Options from environment variables: `payConfig` or `payConfigFor(name)`. They are merged with the factory's options, so that a
     * factory can add an option with an injected value.
     */
    config?: PayConfigNamespace;
    /** Whether the clients are injectable in every module. @default false */
    isGlobal?: boolean;
    /** Name of the account, if the application has several: see `@InjectPay(…, name)`. */
    name?: string;
  };
