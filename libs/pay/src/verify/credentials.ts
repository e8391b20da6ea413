import type { CredentialName } from './verify.types.js';

/** Variables of each pair of credentials, and where the account shows them. */
export const CREDENTIALS: Readonly<
  Record<CredentialName, { id: string; secret: string; where: string; for: string }>
> = {
  checkout: {
    id: 'PAY_CLIENT_ID',
    secret: 'PAY_CLIENT_SECRET',
    where: 'Settings > API Access > Smart Checkout Credentials',
    for: 'orders and payments',
  },
  basic: {
    id: 'PAY_MERCHANT_ID',
    secret: 'PAY_API_KEY',
    where: 'Settings > API Access > Access Credentials',
    for: 'refunds, wallets, webhooks, and canceling the orders of this command',
  },
  terminal: {
    id: 'PAY_CLOUD_TERMINAL_CLIENT_ID',
    secret: 'PAY_CLOUD_TERMINAL_CLIENT_SECRET',
    where: 'Settings > API Access > POS APIs Credentials',
    for: 'card terminals',
  },
  accountTransactions: {
    id: 'PAY_ACCOUNT_TRANSACTIONS_CLIENT_ID',
    secret: 'PAY_ACCOUNT_TRANSACTIONS_CLIENT_SECRET',
    where: 'Settings > API Access > Account Transactions Credentials',
    for: 'bank accounts and wallets',
  },
  dataServices: {
    id: 'PAY_DATA_SERVICES_CLIENT_ID',
    secret: 'PAY_DATA_SERVICES_CLIENT_SECRET',
    where: 'ask the service’s sales contact for Data Services credentials',
    for: 'searches and statements',
  },
};

export const CREDENTIAL_NAMES = Object.keys(CREDENTIALS) as readonly CredentialName[];
