import type { Credentials } from '../auth/credentials.js';
import { LIMIT_RULES } from '../core/options/call-options.js';
import { BOOLEAN, FUNCTION, objectWith, oneOf } from '../core/options/option-rules.js';
import type { OptionRule } from '../core/options/option-rules.js';
import type { ClientOptions } from './client-options.js';

/** An option of version 0.1.0. */
const removed = (instead: string): OptionRule => ({ problem: () => `was removed: ${instead}` });

/** Rules of the client options that PayModule accepts as well. */
export const CLIENT_SETTING_RULES = {
  ...LIMIT_RULES,
  attemptTimeoutMs: removed('an attempt has 10 seconds, or a third of timeoutMs if that is longer'),
  connectTimeoutMs: removed('a connection has 5 seconds'),
  credentials: FUNCTION,
  tokens: oneOf('per-call', 'shared'),
  logs: BOOLEAN,
  logger: objectWith('error'),
  hooks: removed('subscribe to payCallChannel and payAttemptChannel'),
  instrumentation: removed('call openTelemetry() once at startup, or subscribe to payCallChannel'),
  transport: objectWith('send'),
} satisfies Record<string, OptionRule>;

/** Rules of all client options. Calls report missing credentials, and `resolveHosts` checks `dev` and `endpoints`. */
export const CLIENT_RULES = {
  ...CLIENT_SETTING_RULES,
  clientId: {},
  clientSecret: {},
  merchantId: {},
  apikey: {},
  resellerId: {},
  resellerApiKey: {},
  cloudTerminal: {},
  sourceCode: {},
  dev: {},
  endpoints: {},
  idempotency: objectWith('respond'),
} satisfies Record<keyof ClientOptions | keyof Credentials | 'credentials', OptionRule>;
