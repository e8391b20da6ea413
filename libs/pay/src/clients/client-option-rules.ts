import type { Credentials } from '../auth/credentials.js';
import { LIMIT_RULES } from '../core/options/call-options.js';
import { BOOLEAN, FUNCTION, objectWith, oneOf } from '../core/options/option-rules.js';
import type { OptionRule } from '../core/options/option-rules.js';
import type { ClientOptions } from './client-options.js';

/** Rules of the client options that PayModule accepts as well. */
export const CLIENT_SETTING_RULES = {
  ...LIMIT_RULES,
  credentials: FUNCTION,
  tokens: oneOf('per-call', 'shared'),
  logs: BOOLEAN,
  logger: objectWith('error'),
  transport: objectWith('send'),
} satisfies Record<string, OptionRule>;

/** Names for the choice of the environment. If they were ignored, the calls would reach the live service. */
export const ENVIRONMENT_NAMES = [
  ...['demo', 'demoMode', 'devMode', 'development', 'env', 'environment', 'live', 'liveMode', 'production'],
  ...['sandbox', 'sandboxMode', 'test', 'testMode'],
];

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
  dev: { otherNames: ENVIRONMENT_NAMES },
  endpoints: { otherNames: ['apiUrl', 'baseUrl', 'endpointUrl'] },
  idempotency: objectWith('respond'),
} satisfies Record<keyof ClientOptions | keyof Credentials | 'credentials', OptionRule>;
