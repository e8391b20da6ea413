import type { CredentialProvider } from '../auth/credential-source.js';
import type { ClientCredentials, Credentials } from '../auth/credentials.js';
import type { Endpoints } from '../core/hosts.js';
import type { IdempotentSender } from '../core/idempotent-call.js';
import type { PayHooks, PayInstrumentation } from '../core/instrumentation.js';
import type { PayLogger } from '../core/logger.js';
import type { Transport } from '../core/transport.js';

/** Options that all clients share. */
export interface ClientOptions {
  /** OAuth 2.0 client id. */
  clientId: string;
  /** OAuth 2.0 client secret. */
  clientSecret: string;
  /** Stored on the client; used by the source-code helper when it is called without one. */
  sourceCode?: string | null;
  /** Use the demo environment; its credentials are not those of the live one. @default false */
  dev?: boolean;
  /** Log one line for each failure: operation, status, code, correlation id, duration. @default false */
  logs?: boolean;
  /** Base addresses that replace the environment's: the simulator's, for example. */
  endpoints?: Endpoints;
  /** A client pair of its own for the cloud terminal, where the account has one. @default clientId and clientSecret */
  cloudTerminal?: ClientCredentials;
  /** Time for a whole call, in milliseconds: token exchange, all attempts and the waits between them. @default 30_000 */
  timeoutMs?: number;
  /** Time for one attempt of a call that may be repeated, in milliseconds; one that may not gets all of `timeoutMs`. @default 10_000 */
  attemptTimeoutMs?: number;
  /** Time to connect, in milliseconds, where the client brings the transport. @default 5_000 */
  connectTimeoutMs?: number;
  /**
   * How often a call is repeated after a failure that passes; 0: never. Only what cannot do anything twice is repeated: see
   * `docs/retries.md`. @default 2
   */
  maxRetries?: number;
  /**
   * Whether each call exchanges a token of its own (`per-call`), or all calls of this client share one token for each
   * credential set (`shared`, recommended). A shared token is renewed before it expires, and once after a 401.
   * @default 'per-call'
   */
  tokens?: 'per-call' | 'shared';
  /** Where `logs` writes. @default standard error */
  logger?: PayLogger;
  /** Functions that are told of each call and each attempt when it has ended. */
  hooks?: PayHooks;
  /** What runs around calls and attempts: `openTelemetry()` of `nestjs-pay/opentelemetry`. @default nothing */
  instrumentation?: PayInstrumentation;
  /**
   * Keeps the keys of calls with `idempotencyKey`: `postgresIdempotency()`, `pgliteIdempotency()`, or `memoryIdempotency()` in
   * tests. @default none: a key works only where the service takes one
   */
  idempotency?: IdempotentSender;
  /** What moves the bytes. @default undici, keep-alive, pooled */
  transport?: Transport;
}

/** Options of `PayWallet` and `Marketplace`. For a marketplace they are those of the platform operator's account. */
export interface PayWalletOptions extends ClientOptions {
  /** Merchant UUID: the Basic-auth user name. */
  merchantId: string;
  /** Merchant API key: the Basic-auth password. */
  apikey: string;
}

/** Options of `Marketplace`: the platform's own credentials, as a merchant has them. */
export type MarketplaceOptions = PayWalletOptions;

/** Options of `PayISV`. */
export interface PayISVOptions extends ClientOptions {
  /** For calls that act for a connected merchant by reseller authentication. */
  resellerId?: string;
  /** Needed together with `resellerId`. */
  resellerApiKey?: string;
}

/**
 * The same options with credentials from a function: it is called when they are first needed, and again when the service
 * refused them, so that keys rotate without a restart. What does not change, such as ids, can stand beside it.
 */
export type WithCredentialProvider<Options extends Credentials> = Omit<Options, keyof Credentials> &
  Partial<Pick<Options, keyof Credentials & keyof Options>> & {
    credentials: CredentialProvider<Pick<Options, keyof Credentials & keyof Options>>;
  };
