import { describeThrown } from '../../core/values/describe-thrown.js';
import { LIMITS, TIMEOUT_LIMIT } from '../../core/options/call-options.js';
import { resolveHosts } from '../../core/operation/hosts.js';
import type { HostName } from '../../core/operation/hosts.js';
import { having } from '../../core/values/plain-data.js';
import { createAddressMatcher } from '../../webhooks/client-address.js';

/** What an option must be. */
export interface OptionRule {
  /** What the option is, for the sentence that says it is missing. Absent: it may be left out. */
  required?: string;
  /** Another option that may stand for it. */
  unless?: string;
  /** What is wrong with a value that is there, as the end of a sentence; null when nothing is. */
  problem?: (value: unknown) => string | null;
  /** The options inside, where the option is an object. */
  fields?: Readonly<Record<string, OptionRule>>;
}

const text = (value: unknown): string | null => {
  if (typeof value !== 'string' || value === '') return 'must be a text that is not empty';
  if (value !== value.trim()) return 'must not begin or end with white space';
  return /\p{Cc}/u.test(value) ? 'must not contain control characters' : null;
};
/** The user name of Basic auth ends at the first colon. */
const userName = (value: unknown): string | null =>
  text(value) ?? (String(value).includes(':') ? 'must not contain a colon' : null);
const boolean = (value: unknown): string | null =>
  typeof value === 'boolean' ? null : 'must be true or false';
const within =
  ({ is, problem }: typeof TIMEOUT_LIMIT) =>
  (value: unknown): string | null =>
    is(value) ? null : problem;
const timeout = within(TIMEOUT_LIMIT);
/** What may be set for one call as well. */
const CALL_LIMITS = Object.fromEntries(
  Object.entries(LIMITS).map(([name, limit]) => [name, { problem: within(limit) }]),
);
/** No event is shorter: every one would be refused. */
const MIN_BODY_BYTES = 1024;
const bytes = (value: unknown): string | null =>
  Number.isSafeInteger(value) && (value as number) >= MIN_BODY_BYTES
    ? null
    : `must be a whole number of bytes, at least ${MIN_BODY_BYTES}`;
const count = (value: unknown): string | null =>
  Number.isSafeInteger(value) && (value as number) >= 1 ? null : 'must be a whole number, at least 1';
const aFunction = (value: unknown): string | null =>
  typeof value === 'function' ? null : 'must be a function';
const oneOf =
  (...values: string[]) =>
  (value: unknown): string | null =>
    values.some((one) => one === value) ? null : `must be one of ${values.join(', ')}`;

const texts = (value: unknown): string | null =>
  Array.isArray(value) && value.every((one) => text(one) === null)
    ? null
    : 'must be a list of texts that are not empty';
const someTexts = (value: unknown): string | null =>
  texts(value) ?? ((value as unknown[]).length === 0 ? 'must not be empty: nothing would be taken' : null);
const textOrTexts = (value: unknown): string | null =>
  typeof value === 'string' ? text(value) : someTexts(value);
const addresses = (value: unknown): string | null => {
  if (!Array.isArray(value)) return 'must be a list of addresses and CIDR ranges';
  try {
    createAddressMatcher(value as string[]);
    return null;
  } catch (error) {
    return `is wrong: ${describeThrown(error).message}`;
  }
};

const sources = (value: unknown): string | null => {
  if (value === 'any') return null;
  return Array.isArray(value) && value.length === 0
    ? "must not be empty: nothing could be delivered ('any' switches the check off)"
    : addresses(value);
};
const proxies = (value: unknown): string | null => {
  const problem = addresses(value);
  if (problem !== null) return problem;
  const matches = createAddressMatcher(value as string[]);
  const covers = (...ends: string[]): boolean => ends.every((address) => matches(address));
  return covers('1.0.0.0', '100.0.0.1', '223.255.255.255') || covers('2000::1', '2a00::1', '3fff::1')
    ? 'must name your own proxies: a range of all addresses lets anyone choose the address that they come from'
    : null;
};

const endpoint = (host: HostName): OptionRule => ({
  problem: (value) => {
    try {
      resolveHosts({ endpoints: { [host]: value as string } });
      return null;
    } catch (error) {
      return describeThrown(error).message.replace(`endpoints.${host} `, '');
    }
  },
});

const INSTRUMENTATION: OptionRule = { problem: having('call', 'attempt') };

const CLIENT: Record<string, OptionRule> = {
  clientId: { required: 'the OAuth 2.0 client id', unless: 'credentials', problem: userName },
  clientSecret: { required: 'the OAuth 2.0 client secret', unless: 'credentials', problem: text },
  sourceCode: { problem: (value) => (value === null ? null : text(value)) },
  dev: { problem: boolean },
  logs: { problem: boolean },
  endpoints: { fields: { accounts: endpoint('accounts'), api: endpoint('api'), web: endpoint('web') } },
  cloudTerminal: {
    fields: {
      clientId: { required: 'the client id for the cloud terminal', problem: userName },
      clientSecret: { required: 'the client secret for the cloud terminal', problem: text },
    },
  },
  credentials: { problem: aFunction },
  tokens: {
    problem: (value) =>
      value === 'per-call' || value === 'shared' ? null : "must be 'per-call' or 'shared'",
  },
  ...CALL_LIMITS,
  connectTimeoutMs: { problem: timeout },
  logger: { problem: having('error') },
  hooks: {
    fields: {
      onAttempt: { problem: aFunction },
      onCall: { problem: aFunction },
    },
  },
  instrumentation: INSTRUMENTATION,
  transport: { problem: having('send') },
};

const MERCHANT: Record<string, OptionRule> = {
  ...CLIENT,
  merchantId: {
    required: "the merchant's id, a UUID: the Basic-auth user name",
    unless: 'credentials',
    problem: userName,
  },
  apikey: {
    required: "the merchant's API key: the Basic-auth password",
    unless: 'credentials',
    problem: text,
  },
};

const WEBHOOK_SETTINGS: Record<string, OptionRule> = {
  client: { problem: oneOf('wallet', 'marketplace', 'isv') },
  confirm: { problem: boolean },
  unconfirmed: { problem: boolean },
  sourceAddresses: { problem: sources },
  secrets: { problem: texts },
  maxBodyBytes: { problem: bytes },
  sourceCodes: { problem: someTexts },
  merchantIds: { problem: someTexts },
  verificationKeys: { problem: texts },
};

/** What one webhook route may set. */
export const WEBHOOK_ROUTE_SETTINGS: Record<string, OptionRule> = {
  ...WEBHOOK_SETTINGS,
  account: { problem: text },
};

/** What `@OnPayEvent()` may say beside types. */
export const EVENT_OPTIONS: Record<string, OptionRule> = {
  unconfirmed: { problem: boolean },
  account: { problem: (value) => (value === null ? null : text(value)) },
  sourceCode: { problem: textOrTexts },
  merchantId: { problem: textOrTexts },
};

/** What says whose client or area is meant. */
export const PLACE: Record<string, OptionRule> = {
  account: { problem: text },
  client: { problem: oneOf('wallet', 'marketplace', 'isv') },
};

const SENDER_LIMITS: Record<string, OptionRule> = {
  maxConcurrent: { problem: count },
  readsPerMinute: { problem: count },
};

/** What PayModule's options may hold. */
export const MODULE_OPTIONS: Record<string, OptionRule> = {
  wallet: { fields: MERCHANT },
  isv: { fields: { ...CLIENT, resellerId: { problem: userName }, resellerApiKey: { problem: text } } },
  marketplace: { fields: MERCHANT },
  webhooks: {
    fields: {
      ...WEBHOOK_SETTINGS,
      trustedProxies: { problem: proxies },
      repeatWaitMs: { problem: timeout },
      senderLimits: { fields: { service: { fields: SENDER_LIMITS }, unknown: { fields: SENDER_LIMITS } } },
      inbox: {
        problem: (value) =>
          having('receive')(value) === null
            ? null
            : 'must be durableInbox({ store: … }), or an object with the method receive',
      },
    },
  },
  idempotency: { problem: having('answer', 'unresolved') },
  http: { problem: having('request') },
  instrumentation: INSTRUMENTATION,
};
