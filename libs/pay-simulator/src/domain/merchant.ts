import { SCOPES } from './contract.generated.js';

/** An OAuth client of the account. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** All credentials that the simulator knows. They open nothing but the simulator. */
export interface SimulatorCredentials {
  /** Checkout client and the Basic pair of the web host. */
  readonly merchant: ClientCredentials & { readonly merchantId: string; readonly apikey: string };
  /** Point-of-sale client: its token gets 403 on checkout. */
  readonly cloudTerminal: ClientCredentials;
  /** OAuth pair, and the reseller pair for calls that act for a connected merchant. */
  readonly isv: ClientCredentials & { readonly resellerId: string; readonly resellerApiKey: string };
  /** A marketplace's OAuth pair, and the Basic pair of the main merchant, which is its platform. */
  readonly marketplace: ClientCredentials & { readonly merchantId: string; readonly apikey: string };
  readonly dataServices: ClientCredentials;
  /** Account Transactions client: wallets and bank transfers. */
  readonly accountTransactions: ClientCredentials;
}

/** The account that the simulator stands for. */
export interface MerchantAccount {
  readonly credentials: SimulatorCredentials;
  /** Numeric ISO 4217 code: currency of an order that names none. */
  readonly currencyCode: string;
  readonly companyName: string;
  readonly companyTitle: string;
  readonly merchantCategoryCode: number;
  readonly channelId: string;
  /** Key that the merchant's webhook endpoint answers the verification request with. */
  readonly webhookKey: string;
  readonly isvWebhookKey: string;
  /** Wallet balance at the start, minor units of the account's currency. */
  readonly openingBalance: number;
  /** The service's commission on a payment, in hundredths of a per cent. */
  readonly commissionBasisPoints: number;
  /** The ISV that the merchant is connected to, and by which account; absent for the main merchant. */
  readonly isv?: { readonly resellerId: string; readonly companyName: string; readonly accountId: string };
  /** Another merchant of the service, whose wallet transfers go to and who owes obligations. Balance in minor units. */
  readonly otherMerchant: { readonly merchantId: string; readonly openingBalance: number };
}

/** What a caller may replace of the account. */
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

/** The default account with the given parts replaced. Credentials stay the same over restarts, so that a .env lasts. */
export function merchantAccount(overrides: MerchantOverrides = {}): MerchantAccount {
  const credentials = { ...DEFAULT_CREDENTIALS, ...overrides.credentials };
  const { merchantId, apikey } = credentials.merchant;
  return {
    currencyCode: '978',
    companyName: 'Example Shop Ltd',
    companyTitle: 'Example Shop',
    merchantCategoryCode: 5999,
    channelId: '5d7a7e50-0000-4000-8000-0000000000c1',
    webhookKey: '5100A70B5E55100A70B5E55100A70B5E55100A70',
    isvWebhookKey: '5100a70b15f5100a70b15f5100a70b15f5100a70',
    openingBalance: 1_000_000,
    commissionBasisPoints: 100,
    otherMerchant: { merchantId: '5d7a7e50-0000-4000-8000-000000000002', openingBalance: 50_000 },
    ...overrides,
    credentials: { marketplace: { ...MARKETPLACE_CLIENT, merchantId, apikey }, ...credentials },
  };
}

/** An OAuth client with the scopes that its tokens carry. */
export interface OAuthClient extends ClientCredentials {
  readonly scopes: readonly string[];
}

/** The account's OAuth clients: a token carries every scope that its client owns. */
export function oauthClients({ credentials }: MerchantAccount): readonly OAuthClient[] {
  return [
    {
      ...credentials.merchant,
      scopes: [
        SCOPES['payments:core:api:redirectcheckout'],
        SCOPES['payments:core:api:acquiring'],
        SCOPES['payments:core:api:acquiring:transactions'],
        SCOPES['payments:core:api:acquiring:cardtokenization'],
      ],
    },
    {
      ...credentials.cloudTerminal,
      scopes: [SCOPES['payments:core:api:posmanagement'], SCOPES['payments:ecr:api']],
    },
    {
      ...credentials.isv,
      scopes: [
        SCOPES['payments:core:api:isv'],
        SCOPES['payments:core:api:redirectcheckout'],
        SCOPES['payments:core:api:acquiring'],
        SCOPES['payments:ecr:api'],
        SCOPES['payments:biservices:datafileapi'],
      ],
    },
    {
      ...credentials.marketplace,
      scopes: [
        SCOPES['payments:core:api:redirectcheckout'],
        SCOPES['payments:core:api:acquiring'],
        SCOPES['payments:core:api:acquiring:transactions'],
        SCOPES['payments:core:api:acquiring:cardtokenization'],
        SCOPES['payments:core:api:platform'],
      ],
    },
    {
      ...credentials.dataServices,
      scopes: [SCOPES['payments:biservices:datafileapi'], SCOPES['payments:biservices:publicapi']],
    },
    {
      ...credentials.accountTransactions,
      scopes: [SCOPES['payments:core:api:merchants:wallets'], SCOPES['payments:core:api:banktransfers']],
    },
  ];
}
