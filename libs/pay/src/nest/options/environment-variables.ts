import type { PayClientName } from '../pay.client-table.js';

/** Kind of value of a variable. */
interface VariableKind {
  /** Returns the value; undefined if the text is invalid. */
  read: (text: string) => unknown;
  /** Expected value, as the end of a sentence. */
  expected: string;
}

/** A variable and the option that it sets. */
export type EnvironmentVariable = ReturnType<typeof own>;

/** Prefix of the variables of the default account. */
export const PREFIX = 'PAY_';

/** Returns the prefix of the variables of an account with a name. */
export function prefixOf(name: string): string {
  return `${PREFIX}${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_`;
}

const BOOLEANS: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };

const TEXT: VariableKind = { read: (text) => text, expected: 'must be a string' };
const BOOLEAN: VariableKind = {
  read: (text) => BOOLEANS[text.toLowerCase()],
  expected: 'must be true, false, 1 or 0',
};
const LIST: VariableKind = {
  read: (text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  expected: 'must be a comma-separated list',
};
const LIST_OR_ANY: VariableKind = {
  read: (text) => (text.toLowerCase() === 'any' ? 'any' : LIST.read(text)),
  expected: LIST.expected,
};

/** The simulator has the three hosts of the service below one address. */
const SIMULATOR: VariableKind = {
  read: (text) => {
    if (!URL.canParse(text)) return undefined;
    const url = text.replace(/\/+$/, '');
    return { accounts: `${url}/accounts`, api: `${url}/api`, web: `${url}/web` };
  },
  expected: 'must be the address of a simulator, such as http://127.0.0.1:4010',
};

/**
 * A variable that the application does not share among accounts with names.
 *
 * @param variable - Name without the prefix of the account.
 * @param option - Path of the option within its section.
 */
function own(variable: string, option: string, kind = TEXT) {
  return { variable, option, kind, isOwn: true };
}

function shared(variable: string, option: string, kind: VariableKind): EnvironmentVariable {
  return { variable, option, kind, isOwn: false };
}

const credentials = (prefix: string): EnvironmentVariable[] => [
  own(`${prefix}CLIENT_ID`, 'clientId'),
  own(`${prefix}CLIENT_SECRET`, 'clientSecret'),
];
const merchant = (prefix: string): EnvironmentVariable[] => [
  ...credentials(prefix),
  own(`${prefix}MERCHANT_ID`, 'merchantId'),
  own(`${prefix}API_KEY`, 'apikey'),
];

/** Variables of each client. */
export const CLIENT_VARIABLES: Record<PayClientName, readonly EnvironmentVariable[]> = {
  wallet: [
    ...merchant(''),
    own('CLOUD_TERMINAL_CLIENT_ID', 'cloudTerminal.clientId'),
    own('CLOUD_TERMINAL_CLIENT_SECRET', 'cloudTerminal.clientSecret'),
  ],
  marketplace: merchant('MARKETPLACE_'),
  isv: [
    ...credentials('ISV_'),
    own('ISV_RESELLER_ID', 'resellerId'),
    own('ISV_RESELLER_API_KEY', 'resellerApiKey'),
  ],
};

/** Address of a simulator, without the prefix. */
export const SIMULATOR_URL = 'SIMULATOR_URL';

/** Variables that set an option of every configured client. */
export const SHARED_VARIABLES: readonly EnvironmentVariable[] = [
  shared('DEV', 'dev', BOOLEAN),
  shared(SIMULATOR_URL, 'endpoints', SIMULATOR),
];

/** Address of the application's webhook, for the commands. It sets no option. */
export const WEBHOOK_URL = 'WEBHOOK_URL';

/** Variables for webhooks. */
export const WEBHOOK_VARIABLES: readonly EnvironmentVariable[] = [
  own('WEBHOOK_SECRETS', 'secrets', LIST),
  shared('WEBHOOK_SOURCE_ADDRESSES', 'sourceAddresses', LIST_OR_ANY),
  shared('WEBHOOK_TRUSTED_PROXIES', 'trustedProxies', LIST),
];

/** Names of all variables that set an option. */
export const VARIABLE_NAMES: readonly string[] = [
  ...Object.values(CLIENT_VARIABLES).flat(),
  ...SHARED_VARIABLES,
  ...WEBHOOK_VARIABLES,
].map(({ variable }) => variable);
