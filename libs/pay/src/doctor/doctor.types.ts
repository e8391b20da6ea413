import type { MarketplaceOptions, PayISVOptions, PayWalletOptions } from '../clients/client-options.js';
import type { Endpoints } from '../core/operation/hosts.js';

/** Options of `doctor()`. */
export interface DoctorOptions {
  /** A merchant's client. */
  wallet?: PayWalletOptions;
  /** A platform operator's client. */
  marketplace?: MarketplaceOptions;
  /** An ISV's client. */
  isv?: PayISVOptions;
  /** URLs of the webhooks that are registered with the service. */
  webhooks?: readonly DoctorWebhook[];
  /** Parts of the library that your application uses. The doctor checks that the events they rely on are registered. */
  uses?: readonly ('till' | 'subscriptions' | 'splits' | 'reconciler')[];
  /** Endpoints that replace the two environments, such as simulators. @default the service's */
  environments?: { live?: Endpoints; demo?: Endpoints };
  /** Milliseconds for each request. @default 5_000 */
  timeoutMs?: number;
  /** Returns this machine's time in milliseconds since 1970. @default Date.now */
  now?: () => number;
}

/** A webhook to check. */
export interface DoctorWebhook {
  /** URL of the webhook. */
  url: string;
  /** Client whose verification key the webhook must return. @default the first of wallet, marketplace, isv */
  client?: 'wallet' | 'marketplace' | 'isv';
}

/** Result of one check. */
export interface DoctorFinding {
  /** Machine-readable name: `wallet.token`, `endpoint`, `webhook.redirect`, … */
  check: string;
  /** `optional`: a feature that this account does not have. It matters only if you use the feature. */
  status: 'ok' | 'optional' | 'warning' | 'failed';
  /** Webhook that was checked, without its query. */
  url?: string;
  /** The result and what to do, for people. It contains no secret. */
  message: string;
}

/** Report of `doctor()`. */
export interface DoctorReport {
  /** True if no check failed. Warnings do not count. */
  healthy: boolean;
  findings: DoctorFinding[];
}
