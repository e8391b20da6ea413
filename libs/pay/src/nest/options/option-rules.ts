import { isTimeout } from '../../core/call-options.js';
import { MAX_TIMEOUT_MS } from '../../core/deadline.js';
import { resolveHosts } from '../../core/hosts.js';
import type { HostName } from '../../core/hosts.js';
import { createAddressMatcher } from '../../webhooks/source-address.js';

/** What an option must be. */
export interface OptionRule {
  /** What the option is, for the sentence that says it is missing. Absent: it may be left out. */
  required?: string;
  /** What is wrong with a value that is there, as the end of a sentence; null when nothing is. */
  problem?: (value: unknown) => string | null;
  /** The options inside, where the option is an object. */
  fields?: Readonly<Record<string, OptionRule>>;
}

const text = (value: unknown): string | null => {
  if (typeof value !== 'string' || value === '') return 'must be a text that is not empty';
  return value === value.trim() ? null : 'must not begin or end with white space';
};
const boolean = (value: unknown): string | null =>
  typeof value === 'boolean' ? null : 'must be true or false';
const timeout = (value: unknown): string | null =>
  isTimeout(value) ? null : `must be a number of milliseconds from 1 to ${MAX_TIMEOUT_MS}`;
const bytes = (value: unknown): string | null =>
  Number.isSafeInteger(value) && (value as number) > 0 ? null : 'must be a whole number of bytes above 0';
const having =
  (...methods: string[]) =>
  (value: unknown): string | null =>
    methods.every((method) => typeof (value as Record<string, unknown> | null)?.[method] === 'function')
      ? null
      : `must be an object with the method ${methods.join(' and ')}`;
const oneOf =
  (...values: string[]) =>
  (value: unknown): string | null =>
    values.some((one) => one === value) ? null : `must be one of ${values.join(', ')}`;

const texts = (value: unknown): string | null =>
  Array.isArray(value) && value.every((one) => text(one) === null)
    ? null
    : 'must be a list of texts that are not empty';
const addresses = (value: unknown): string | null => {
  if (!Array.isArray(value)) return 'must be a list of addresses and CIDR ranges';
  try {
    createAddressMatcher(value as string[]);
    return null;
  } catch (error) {
    return `is wrong: ${error instanceof Error ? error.message : 'an address list'}`;
  }
};

const endpoint = (host: HostName): OptionRule => ({
  problem: (value) => {
    try {
      resolveHosts({ endpoints: { [host]: value as string } });
      return null;
    } catch (error) {
      return error instanceof Error ? error.message.replace(`endpoints.${host} `, '') : 'is wrong';
    }
  },
});

const CLIENT: Record<string, OptionRule> = {
  clientId: { required: 'the OAuth 2.0 client id', problem: text },
  clientSecret: { required: 'the OAuth 2.0 client secret', problem: text },
  sourceCode: { problem: (value) => (value === null ? null : text(value)) },
  dev: { problem: boolean },
  logs: { problem: boolean },
  endpoints: { fields: { accounts: endpoint('accounts'), api: endpoint('api'), web: endpoint('web') } },
  cloudTerminal: {
    fields: {
      clientId: { required: 'the client id for the cloud terminal', problem: text },
      clientSecret: { required: 'the client secret for the cloud terminal', problem: text },
    },
  },
  timeoutMs: { problem: timeout },
  logger: { problem: having('error') },
  transport: { problem: having('send') },
};

const MERCHANT: Record<string, OptionRule> = {
  ...CLIENT,
  merchantId: { required: "the merchant's id, a UUID: the Basic-auth user name", problem: text },
  apikey: { required: "the merchant's API key: the Basic-auth password", problem: text },
};

/** What one webhook route may set. */
export const WEBHOOK_SETTINGS: Record<string, OptionRule> = {
  client: { problem: oneOf('wallet', 'marketplace', 'isv') },
  confirm: { problem: boolean },
  unconfirmed: { problem: boolean },
  sourceAddresses: { problem: (value) => (value === 'any' ? null : addresses(value)) },
  secrets: { problem: texts },
  maxBodyBytes: { problem: bytes },
};

/** What PayModule's options may hold. */
export const MODULE_OPTIONS: Record<string, OptionRule> = {
  wallet: { fields: MERCHANT },
  isv: { fields: { ...CLIENT, resellerId: { problem: text }, resellerApiKey: { problem: text } } },
  marketplace: { fields: MERCHANT },
  webhooks: {
    fields: {
      ...WEBHOOK_SETTINGS,
      trustedProxies: { problem: addresses },
      inbox: { problem: having('receive') },
    },
  },
  http: { problem: having('request') },
};
