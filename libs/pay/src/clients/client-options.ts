import type { CredentialProvider } from '../auth/credential-source.js';
import type { ClientCredentials, Credentials } from '../auth/credentials.js';
import type { Endpoints } from '../core/operation/hosts.js';
import type { IdempotentSender } from '../core/http/idempotent-call.js';
import type { PayLogger } from '../core/http/logger.js';
import type { Transport } from '../core/http/transport.js';

/** Common options of all clients. */
export interface ClientOptions {
  /** OAuth 2.0 client ID. */
  clientId: string;
  /** OAuth 2.0 client secret. */
  clientSecret: string;
  /** Payment source, used by `source.createSource` if a call has none. */
  sourceCode?: string | null;
  /** Uses the demo environment, which has its own credentials. @default false */
  dev?: boolean;
  /** Logs one line for each failure: operation, status, code, correlation ID and duration. @default false */
  logs?: boolean;
  /** Base addresses that replace the environment's, for example those of the simulator. */
  endpoints?: Endpoints;
  /** Separate client ID and secret for the cloud terminal. @default clientId and clientSecret */
  cloudTerminal?: ClientCredentials;
  /** Limit of a whole call in milliseconds: token exchange, all attempts and the pauses between them. @default 30_000 */
  timeoutMs?: number;
  /**
   * Number of retries after a temporary failure, or 0 for none. Only calls that cannot have an effect twice are retried:
   * see `docs/reference/retries.md`. @default 2
   */
  maxRetries?: number;
  /**
   * `per-call` exchanges a token for each call. `shared` (recommended) uses one token for all calls of this client with
   * the same credentials, and renews it before it expires and once after a 401.
   * @default 'per-call'
   */
  tokens?: 'per-call' | 'shared';
  /** Destination of `logs`. @default standard error */
  logger?: PayLogger;
  /**
   * Store for calls with `idempotencyKey`: `postgresIdempotency()`, `pgliteIdempotency()`, or `memoryIdempotency()` in
   * tests. Without a store, a key works only where the service accepts one. @default none
   */
  idempotency?: IdempotentSender;
  /** Sends the requests. @default undici with pooled connections */
  transport?: Transport;
}

/** Options of `PayWallet` and `Marketplace`. A marketplace uses the credentials of the platform operator's account. */
export interface PayWalletOptions extends ClientOptions {
  /** Merchant ID (UUID): user name of Basic auth. */
  merchantId: string;
  /** API key of the merchant: password of Basic auth. */
  apikey: string;
}

/** Options of `Marketplace`: the platform operator's credentials. */
export type MarketplaceOptions = PayWalletOptions;

/** Options of `PayISV`. */
export interface PayISVOptions extends ClientOptions {
  /** Reseller ID, for calls with reseller authentication on behalf of a connected merchant. */
  resellerId?: string;
  /** API key of the reseller. Required together with `resellerId`. */
  resellerApiKey?: string;
}

/**
 * Client options with credentials from a function. The client calls it when a call first needs credentials, and again when
 * the service refuses them or one of them is missing or invalid, so you can rotate keys without a restart. Constant credentials, such as IDs, can be options.
 */
export type WithCredentialProvider<Options extends Credentials> = Omit<Options, keyof Credentials> & {
  [Name in keyof Credentials & keyof Options]?: Options[Name];
} & {
  credentials: CredentialProvider<Pick<Options, keyof Credentials & keyof Options>>;
};
