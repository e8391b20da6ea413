import type { MarketplaceOptions, PayISVOptions, PayWalletOptions } from '../clients/client-options.js';
import type { Endpoints } from '../core/operation/hosts.js';

/** What the doctor looks at. */
export interface DoctorOptions {
  /** A merchant's client. */
  wallet?: PayWalletOptions;
  /** A platform operator's client. */
  marketplace?: MarketplaceOptions;
  /** An ISV's client. */
  isv?: PayISVOptions;
  /** Addresses of webhooks, as they are registered with the service. */
  webhooks?: readonly DoctorWebhook[];
  /** Stand-ins for the two environments: simulators. @default the service's */
  environments?: { live?: Endpoints; demo?: Endpoints };
  /** Milliseconds for each request. @default 5_000 */
  timeoutMs?: number;
  /** Milliseconds since 1970, as this machine believes. @default Date.now */
  now?: () => number;
}

/** A webhook to be tried. */
export interface DoctorWebhook {
  /** Its address. */
  url: string;
  /** Whose key it must answer. @default the first of wallet, marketplace, isv */
  client?: 'wallet' | 'marketplace' | 'isv';
}

/** One thing that was looked at. */
export interface DoctorFinding {
  /** What, for machines: `wallet.token`, `webhook.redirect`, … */
  check: string;
  status: 'ok' | 'warning' | 'failed';
  /** For people: what is so, and what to do. Holds no secret. */
  message: string;
}

/** What the doctor found. */
export interface DoctorReport {
  /** Whether nothing failed. Warnings do not count. */
  healthy: boolean;
  findings: DoctorFinding[];
}
