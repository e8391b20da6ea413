import { currencyText } from '../../core/operation/answer-members.js';
import { defineOperation } from '../../core/operation/operation.js';
import { BalanceTransferOptions } from './wallets.types.js';
import type { BalanceTransfer, LegacyWallet, MerchantWallet } from './wallets.types.js';

export const RETRIEVE_WALLET = defineOperation<LegacyWallet[]>()({
  id: 'wallets.retrieveWallet',
  method: 'GET',
  host: 'web',
  path: '/api/wallets',
  auth: 'basic',
  retry: 'safe',
  answer: {
    kind: 'list',
    required: ['WalletId', 'Amount', 'Available', 'CurrencyCode'],
    members: { types: { Amount: 'number', Available: 'number', CurrencyCode: 'currency' } },
    pick: (wallet) => ({ ...wallet, CurrencyCode: currencyText(wallet['CurrencyCode']) }),
  },
});

export const RETRIEVE_MERCHANT_WALLETS = defineOperation<MerchantWallet[]>()({
  id: 'wallets.retrieveMerchantWallets',
  method: 'GET',
  host: 'api',
  path: '/merchants/v1/wallets',
  auth: 'oauth',
  credentials: 'accountTransactions',
  retry: 'safe',
  answer: {
    kind: 'list',
    required: ['walletId', 'amount', 'available', 'currencyCode'],
    members: { types: { amount: 'number', available: 'number', currencyCode: 'currency' } },
    pick: (wallet) => ({ ...wallet, currencyCode: currencyText(wallet['currencyCode']) }),
  },
});

export const BALANCE_TRANSFER = defineOperation<BalanceTransfer>()({
  id: 'wallets.balanceTransfer',
  method: 'POST',
  host: 'web',
  path: '/api/wallets/{walletId}/balancetransfer/{targetWalletId}',
  parameters: { walletId: 'int64', targetWalletId: 'int64' },
  auth: 'basic',
  retry: 'unsafe',
  outcomeLookup: {
    nothing:
      'The service cannot list transfers between wallets. It sends event 2054 for each one, and dataServices.searchAccountTransactions lists the account.',
  },
  options: { dto: BalanceTransferOptions, in: 'json' },
  answer: {
    kind: 'json',
    required: ['DebitTransactionId', 'CreditTransactionId'],
    members: { types: { DebitTransactionId: 'text', CreditTransactionId: 'text' } },
  },
});
