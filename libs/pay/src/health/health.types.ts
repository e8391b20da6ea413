import type { PayClientName } from '../nest/pay.client-table.js';

/** The PayModule to check. */
export interface PayHealthChoice {
  /** Name of the PayModule; null for the default account. @default the default account, or the only one */
  account?: string | null;
}

/** Options of `PayHealthIndicator.service()`. */
export interface PayServiceHealthOptions extends PayHealthChoice {
  /** Client whose credentials are used. @default the first configured of wallet, marketplace, isv */
  client?: PayClientName;
  /** Timeout in milliseconds for the token and the read together. @default 5_000 */
  timeoutMs?: number;
  /** Time in milliseconds to cache a result, because probes are frequent. @default 30_000 */
  cacheMs?: number;
}

/** Limits of a durable inbox. Without a limit, the value is not checked, except for `maxAgeMs`. */
export interface PayInboxHealthOptions extends PayHealthChoice {
  /** Maximum waiting time of the oldest event in milliseconds. @default 900_000 (15 minutes) */
  maxAgeMs?: number;
  /** Maximum number of waiting events. */
  maxBacklog?: number;
  /** Maximum number of dead letters. */
  maxDead?: number;
}

/** Options of `PayHealthIndicator.webhooks()`. */
export interface PayWebhookHealthOptions extends PayHealthChoice {
  /** Maximum time in milliseconds since the last accepted delivery, or since this process started. @default no limit */
  maxSilenceMs?: number;
}
