import type { PayClientName } from '../nest/pay.client-table.js';

/** Which PayModule is looked at. */
export interface PayHealthChoice {
  /** The name of the PayModule, null for the one without a name. @default the one without a name, or the only one */
  account?: string | null;
}

/** When the service counts as reachable. */
export interface PayServiceHealthOptions extends PayHealthChoice {
  /** Whose credentials are tried. @default the first configured of wallet, marketplace, isv */
  client?: PayClientName;
  /** Milliseconds for token and answer together. @default 5_000 */
  timeoutMs?: number;
  /** So long an answer is given again without asking: probes come often, from many places. @default 30_000 */
  cacheMs?: number;
}

/** How full a durable inbox may be. What is not said is not looked at, but for the age. */
export interface PayInboxHealthOptions extends PayHealthChoice {
  /** Milliseconds that the oldest event may wait. @default 900_000, a quarter of an hour */
  maxAgeMs?: number;
  /** How many events may wait. */
  maxBacklog?: number;
  /** How many dead letters may lie there because handlers failed. Of those that the service refused anybody can make some. */
  maxDead?: number;
}

/** How long webhooks may be silent. */
export interface PayWebhookHealthOptions extends PayHealthChoice {
  /** Milliseconds since the last delivery that was taken, or since the start of this process. @default never too long */
  maxSilenceMs?: number;
}
