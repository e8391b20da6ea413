import { describeThrown } from '../../core/values/describe-thrown.js';
import { textProblem } from '../../auth/credentials.js';
import { CLIENT_SETTING_RULES } from '../../clients/client-option-rules.js';
import {
  BOOLEAN,
  hasMethods,
  objectWith,
  oneOf,
  rule,
  wholeNumber,
} from '../../core/options/option-rules.js';
import type { OptionRule, OptionRules } from '../../core/options/option-rules.js';
import { HOST_RULES } from '../../core/options/host-options.js';
import { UUID } from '../../core/values/uuid.js';
import { createAddressMatcher } from '../../webhooks/client-address.js';

/** Client IDs, secrets and keys: messages never show these values. */
const TEXT: OptionRule = { problem: textProblem };
const TEXT_OR_NULL: OptionRule = { problem: (value) => (value === null ? null : textProblem(value)) };
/** The service's ID of a merchant. */
const MERCHANT_ID: OptionRule = {
  problem: (value) =>
    typeof value === 'string' && UUID.test(value)
      ? null
      : 'must be a UUID, such as 01234567-89ab-cdef-0123-456789abcdef',
};
/** The user name of Basic authentication ends at the first colon. */
const USER_NAME: OptionRule = {
  problem: (value) => textProblem(value) ?? (String(value).includes(':') ? 'must not contain a colon' : null),
};

const texts = (value: unknown): string | null =>
  Array.isArray(value) && value.every((one) => textProblem(one) === null)
    ? null
    : 'must be a list of non-empty strings';
const someTexts = (value: unknown): string | null =>
  texts(value) ??
  ((value as unknown[]).length === 0 ? 'must not be empty, because no event would be accepted' : null);
const textOrTexts = (value: unknown): string | null =>
  typeof value === 'string' ? textProblem(value) : someTexts(value);
const addresses = (value: unknown): string | null => {
  if (!Array.isArray(value)) return 'must be a list of IP addresses and CIDR ranges';
  try {
    createAddressMatcher(value as string[]);
    return null;
  } catch (error) {
    return `has an invalid entry: ${describeThrown(error).message}`;
  }
};

const sources = (value: unknown): string | null => {
  if (value === 'any') return null;
  return Array.isArray(value) && value.length === 0
    ? "must not be empty, because no delivery would be accepted ('any' switches the check off)"
    : addresses(value);
};
const proxies = (value: unknown): string | null => {
  const problem = addresses(value);
  if (problem !== null) return problem;
  const matches = createAddressMatcher(value as string[]);
  const covers = (...ends: string[]): boolean => ends.every((address) => matches(address));
  return covers('1.0.0.0', '100.0.0.1', '223.255.255.255') || covers('2000::1', '2a00::1', '3fff::1')
    ? 'must contain only your own proxies: with a range of all addresses, any sender could forge its address'
    : null;
};

const { credentials, ...settings } = CLIENT_SETTING_RULES;

/** Rules of the options that all clients of a PayModule can have in common. */
export const COMMON_SETTINGS: OptionRules = { ...settings, ...HOST_RULES };

/** Creates the rule of an option that the function `credentials` can return instead. */
const credential = (required: string, own: OptionRule): OptionRule => ({
  ...{ required, unless: 'credentials', ...own },
});

const CLIENT: OptionRules = {
  ...COMMON_SETTINGS,
  credentials,
  clientId: credential('the OAuth 2.0 client ID', USER_NAME),
  clientSecret: credential('the OAuth 2.0 client secret', TEXT),
  sourceCode: TEXT_OR_NULL,
  cloudTerminal: {
    fields: {
      clientId: { required: 'the client ID for the cloud terminal', ...USER_NAME },
      clientSecret: { required: 'the client secret for the cloud terminal', ...TEXT },
    },
  },
};

const MERCHANT: OptionRules = {
  ...CLIENT,
  merchantId: credential("the merchant's ID, a UUID: the Basic-auth user name", MERCHANT_ID),
  apikey: credential("the merchant's API key: the Basic-auth password", TEXT),
};

const WEBHOOK_PATH = /^\/?[\w.~-]+(\/[\w.~-]+)*\/?$/;

/** Returns whether a value is a path without parameters and wildcards. */
export function isWebhookPath(value: unknown): value is string {
  return typeof value === 'string' && WEBHOOK_PATH.test(value);
}

const WEBHOOK_SETTINGS: OptionRules = {
  client: oneOf('wallet', 'marketplace', 'isv'),
  confirm: BOOLEAN,
  unconfirmed: BOOLEAN,
  sourceAddresses: { problem: sources },
  secrets: { problem: texts },
  sourceCodes: { problem: someTexts },
  merchantIds: { problem: someTexts },
};

/** Rules of the options of a webhook route. */
export const WEBHOOK_ROUTE_SETTINGS: OptionRules = {
  ...WEBHOOK_SETTINGS,
  account: TEXT,
};

/** Rules of the options of `@OnPayEvent()`. */
export const EVENT_OPTIONS: OptionRules = {
  unconfirmed: BOOLEAN,
  account: TEXT_OR_NULL,
  sourceCode: { problem: textOrTexts },
  merchantId: { problem: textOrTexts },
};

/** Rules of the second argument of `getPayToken()`. */
export const PLACE: OptionRules = {
  account: TEXT,
  client: oneOf('wallet', 'marketplace', 'isv'),
};

/** Rules of PayModule's options. */
export const MODULE_OPTIONS: OptionRules = {
  ...COMMON_SETTINGS,
  wallet: { fields: MERCHANT },
  isv: { fields: { ...CLIENT, resellerId: USER_NAME, resellerApiKey: TEXT } },
  marketplace: { fields: MERCHANT },
  webhooks: {
    fields: {
      ...WEBHOOK_SETTINGS,
      path: rule(isWebhookPath, 'a path without host, parameters and wildcards', "'pay/webhook'"),
      trustedProxies: { problem: proxies },
      readsPerMinute: wholeNumber(1),
      inbox: {
        problem: (value) =>
          hasMethods(value, ['receive'])
            ? null
            : 'must be durableInbox({ store: … }), or an object with the method receive',
      },
    },
  },
  idempotency: objectWith('respond', 'unresolved'),
  http: objectWith('request'),
};
