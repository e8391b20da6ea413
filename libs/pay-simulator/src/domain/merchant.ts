import { SCOPES } from './contract.generated.js';

/** Credentials of an OAuth client. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Credentials that the simulator accepts. They are valid only in the simulator. */
export interface SimulatorCredentials {
  /** Checkout client, and Basic credentials for the web host. */
  readonly merchant: ClientCredentials & { readonly merchantId: string; readonly apikey: string };
  /** Point-of-sale client. Its token gets 403 on checkout. */
  readonly cloudTerminal: ClientCredentials;
  /** OAuth client, and reseller credentials for calls on behalf of connected merchants. */
  readonly isv: ClientCredentials & { readonly resellerId: string; readonly resellerApiKey: string };
  /** OAuth client of a marketplace, and Basic credentials of the main merchant, which is its platform. */
  readonly marketplace: ClientCredentials & { readonly merchantId: string; readonly apikey: string };
  readonly dataServices: ClientCredentials;
  /** Account Transactions client, for wallets and bank transfers. */
  readonly accountTransactions: ClientCredentials;
}

const DEFAULT_ACCOUNT = {
  /** Numeric ISO 4217 code. Default currency of orders. */
  currencyCode: '978',
  companyName: 'Example Shop Ltd',
  companyTitle: 'Example Shop',
  merchantCategoryCode: 5999,
  /** Key that the merchant's webhook endpoint returns for the verification request. */
  webhookKey: '5100A70B5E55100A70B5E55100A70B5E55100A70',
  isvWebhookKey: '5100a70b15f5100a70b15f5100a70b15f5100a70',
  /** Initial wallet balance in minor units of the account's currency. */
  openingBalance: 1_000_000,
  /** Commission of the service on a payment, in hundredths of a percent. */
  commissionBasisPoints: 100,
  /** Fee of the service for a lost dispute, in minor units of the payment's currency. */
  chargebackFee: 2000,
  /** Another merchant, which receives wallet transfers and owes obligations. The balance is in minor units. */
  otherMerchant: { merchantId: '5d7a7e50-0000-4000-8000-000000000002', openingBalance: 50_000 },
};

/** The simulated account. */
export interface MerchantAccount extends Readonly<typeof DEFAULT_ACCOUNT> {
  readonly credentials: SimulatorCredentials;
  /** ISV of a connected merchant, and the account that connects them. The main merchant has none. */
  readonly isv?: { readonly resellerId: string; readonly companyName: string; readonly accountId: string };
}

/** Settings that override the default account. */
export type MerchantOverrides = Partial<Omit<MerchantAccount, 'credentials'>> & {
  readonly credentials?: Partial<SimulatorCredentials>;
};

const MARKETPLACE_CLIENT: ClientCredentials = {
  clientId: 'marketplace.simulator.localhost',
  clientSecret: 'simulator-marketplace-secret',
};

const DEFAULT_CREDENTIALS: Omit<SimulatorCredentials, 'marketplace'> = {
  merchant: {
    merchantId: '5d7a7e50-0000-4000-8000-000000000001',
    apikey: 'simulator-api-key',
    clientId: 'checkout.simulator.localhost',
    clientSecret: 'simulator-checkout-secret',
  },
  cloudTerminal: { clientId: 'pos.simulator.localhost', clientSecret: 'simulator-pos-secret' },
  isv: {
    clientId: 'isv.simulator.localhost',
    clientSecret: 'simulator-isv-secret',
    resellerId: '5d7a7e50-0000-4000-8000-0000000000e1',
    resellerApiKey: 'simulator-reseller-api-key',
  },
  dataServices: { clientId: 'data.simulator.localhost', clientSecret: 'simulator-data-secret' },
  accountTransactions: {
    clientId: 'accounts.simulator.localhost',
    clientSecret: 'simulator-accounts-secret',
  },
};

/** Returns the default account with overrides. Default credentials are the same at each start, so a .env file stays valid. */
export function merchantAccount(overrides: MerchantOverrides = {}): MerchantAccount {
  const credentials = { ...DEFAULT_CREDENTIALS, ...overrides.credentials };
  const { merchantId, apikey } = credentials.merchant;
  return {
    ...DEFAULT_ACCOUNT,
    ...overrides,
    credentials: { marketplace: { ...MARKETPLACE_CLIENT, merchantId, apikey }, ...credentials },
  };
}

/** An OAuth client with the scopes of its tokens. */
export interface OAuthClient extends ClientCredentials {
  readonly scopes: readonly string[];
  /** Scopes that a token has only if the request names them. */
  readonly scopesOnRequest: readonly string[];
}

type ScopeName = keyof typeof SCOPES;

const CHECKOUT: readonly ScopeName[] = ['payments:core:api:redirectcheckout', 'payments:core:api:acquiring'];
const TRANSACTIONS_AND_TOKENS: readonly ScopeName[] = [
  'payments:core:api:acquiring:transactions',
  'payments:core:api:acquiring:cardtokenization',
];
const CLIENT_SCOPES: Readonly<Record<keyof SimulatorCredentials, readonly ScopeName[]>> = {
  merchant: [
    ...CHECKOUT,
    ...TRANSACTIONS_AND_TOKENS,
    // The service's own plugin for WooCommerce asks for these.
    'payments:core:api:nativecheckoutv2',
    'payments:core:api:plugins',
  ],
  cloudTerminal: ['payments:core:api:posmanagement', 'payments:ecr:api'],
  isv: ['payments:core:api:isv', ...CHECKOUT, 'payments:ecr:api', 'payments:biservices:datafileapi'],
  marketplace: [...CHECKOUT, ...TRANSACTIONS_AND_TOKENS, 'payments:core:api:platform'],
  dataServices: ['payments:biservices:datafileapi', 'payments:biservices:publicapi'],
  accountTransactions: [
    'payments:core:api:banktransfers',
    'payments:core:api:merchants',
    'payments:core:api:merchants:wallets',
  ],
};

/** A token with the scope of a plugin makes orders of the plugin's channel. @see contract/behaviour/plugins.yaml channel-by-scope */
const SCOPES_ON_REQUEST: Readonly<Partial<Record<keyof SimulatorCredentials, readonly ScopeName[]>>> = {
  merchant: ['payments:core:api:plugins:woocommerce'],
};

/** Returns the OAuth clients of the account. */
export const oauthClients = ({ credentials }: MerchantAccount): readonly OAuthClient[] =>
  Object.entries(CLIENT_SCOPES).map(([name, scopes]) => ({
    ...credentials[name as keyof SimulatorCredentials],
    scopes: scopes.map((scope) => SCOPES[scope]),
    scopesOnRequest: (SCOPES_ON_REQUEST[name as keyof SimulatorCredentials] ?? []).map(
      (scope) => SCOPES[scope],
    ),
  }));
