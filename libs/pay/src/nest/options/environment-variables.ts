import type { PayClientName } from '../pay.client-table.js';

/** Kind of value of a variable. */
interface VariableKind {
  /** Returns the value; undefined if the text is invalid. */
  read: (text: string) => unknown;
  /** Expected value, as the end of a sentence. */
  expected: string;
}

/** A variable and the option that it sets. */
export interface EnvironmentVariable {
  /** Name without the prefix of the account. */
  variable: string;
  /** Path of the option within its section. */
  option: string;
  kind: VariableKind;
  /** Whether the variable of the application never applies to an account with a name. */
  isOwn: boolean;
}

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

const variables = (
  prefix: string,
  table: Record<string, [option: string, kind?: VariableKind]>,
  isOwn: boolean,
): EnvironmentVariable[] =>
  Object.entries(table).map(([name, [option, kind = TEXT]]) => ({
    variable: prefix + name,
    option,
    kind,
    isOwn,
  }));

const CREDENTIALS: Record<string, [string]> = { CLIENT_ID: ['clientId'], CLIENT_SECRET: ['clientSecret'] };
const MERCHANT: Record<string, [string]> = {
  ...CREDENTIALS,
  MERCHANT_ID: ['merchantId'],
  API_KEY: ['apikey'],
};

/** Variables of each client. */
export const CLIENT_VARIABLES: Record<PayClientName, readonly EnvironmentVariable[]> = {
  wallet: variables(
    '',
    {
      ...MERCHANT,
      CLOUD_TERMINAL_CLIENT_ID: ['cloudTerminal.clientId'],
      CLOUD_TERMINAL_CLIENT_SECRET: ['cloudTerminal.clientSecret'],
    },
    true,
  ),
  marketplace: variables('MARKETPLACE_', MERCHANT, true),
  isv: variables(
    'ISV_',
    { ...CREDENTIALS, RESELLER_ID: ['resellerId'], RESELLER_API_KEY: ['resellerApiKey'] },
    true,
  ),
};

/** Address of a simulator, without the prefix. */
export const SIMULATOR_URL = 'SIMULATOR_URL';

/** Variables that set an option of every configured client. */
export const SHARED_VARIABLES: readonly EnvironmentVariable[] = variables(
  '',
  { DEV: ['dev', BOOLEAN], [SIMULATOR_URL]: ['endpoints', SIMULATOR] },
  false,
);

/** Address of the application's webhook, for the commands. It sets no option. */
export const WEBHOOK_URL = 'WEBHOOK_URL';

/** Variables for webhooks. */
export const WEBHOOK_VARIABLES: readonly EnvironmentVariable[] = [
  ...variables('WEBHOOK_', { SECRETS: ['secrets', LIST] }, true),
  ...variables(
    'WEBHOOK_',
    { SOURCE_ADDRESSES: ['sourceAddresses', LIST_OR_ANY], TRUSTED_PROXIES: ['trustedProxies', LIST] },
    false,
  ),
];

/** Names of all variables that set an option. */
export const VARIABLE_NAMES: readonly string[] = [
  ...Object.values(CLIENT_VARIABLES).flat(),
  ...SHARED_VARIABLES,
  ...WEBHOOK_VARIABLES,
].map(({ variable }) => variable);
