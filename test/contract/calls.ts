import { authCalls } from './calls/auth.js';
import { bankTransfersCalls } from './calls/bank-transfers.js';
import { dataServicesCalls } from './calls/data-services.js';
import { feesCalls } from './calls/fees.js';
import { isvAccountsCalls } from './calls/isv-accounts.js';
import { isvPaymentsCalls } from './calls/isv-payments.js';
import { isvPosCalls } from './calls/isv-pos.js';
import { isvSourceCalls } from './calls/isv-source.js';
import { isvTransactionsCalls } from './calls/isv-transactions.js';
import { legacyBankAccountsCalls } from './calls/legacy-bank-accounts.js';
import { marketplaceCalls } from './calls/marketplace.js';
import { obligationsCalls } from './calls/obligations.js';
import { paymentsCalls } from './calls/payments.js';
import { posCalls } from './calls/pos.js';
import { resellersCalls } from './calls/resellers.js';
import { rfCodePaymentsCalls } from './calls/rf-code-payments.js';
import { sourceCalls } from './calls/source.js';
import { transactionsCalls } from './calls/transactions.js';
import { walletsCalls } from './calls/wallets.js';
import { webhooksCalls } from './calls/webhooks.js';
import type { CallExample } from './call-example.js';

/** One line for each built operation: the arguments in their order. An operation whose line is missing fails by its name. */
export const CALLS: Record<string, CallExample> = {
  ...authCalls,
  ...bankTransfersCalls,
  ...dataServicesCalls,
  ...feesCalls,
  ...isvAccountsCalls,
  ...isvPaymentsCalls,
  ...isvPosCalls,
  ...isvSourceCalls,
  ...isvTransactionsCalls,
  ...legacyBankAccountsCalls,
  ...marketplaceCalls,
  ...obligationsCalls,
  ...paymentsCalls,
  ...posCalls,
  ...resellersCalls,
  ...rfCodePaymentsCalls,
  ...sourceCalls,
  ...transactionsCalls,
  ...walletsCalls,
  ...webhooksCalls,
};

/** Methods that the interface names beside the contract's ids: the same operation under another name. */
export const ALIASES: Record<string, string[]> = {
  PayWallet: [
    'getPayWebhookCode',
    'bankTransfers.iterateBankAccounts',
    'dataServices.iterateTransactions',
    'dataServices.iterateAccountTransactions',
    'transactions.getRemainingAmounts',
    'transactions.resolveOutcome',
    'payments.resolveOutcome',
  ],
  PayISV: [
    'getPayWebhookCode',
    'transactions.iterateTransactions',
    'transactions.resolveOutcome',
    'payments.resolveOutcome',
    'webhooks.create',
    'webhooks.retrieveWebhookKey',
  ],
  Marketplace: ['getPayWebhookCode', 'transactions.resolveOutcome'],
};

/** Rows of the contract that are no method of a client: the exchange inside every OAuth call, and a function. */
export const NO_METHOD = /^\w+ (auth\.getPayAccessToken|getSmartCheckout)$/;
