import { currencyText } from '../../core/operation/response-members.js';
import { defineOperation } from '../define-operation.js';
import { BalanceTransferOptions } from './wallets.types.js';
import type { BalanceTransfer, LegacyWallet, MerchantWallet } from '../results.generated.js';

export const RETRIEVE_WALLET = defineOperation<LegacyWallet[]>()('wallets.retrieveWallet', {
  response: {
    kind: 'list',
    required: ['WalletId', 'Amount', 'Available', 'CurrencyCode'],
    members: { types: { Amount: 'number', Available: 'number', CurrencyCode: 'currency' } },
    pick: (wallet) => ({ ...wallet, CurrencyCode: currencyText(wallet['CurrencyCode']) }),
  },
});

export const RETRIEVE_MERCHANT_WALLETS = defineOperation<MerchantWallet[]>()(
  'wallets.retrieveMerchantWallets',
  {
    response: {
      kind: 'list',
      required: ['walletId', 'amount', 'available', 'currencyCode'],
      members: { types: { amount: 'number', available: 'number', currencyCode: 'currency' } },
      pick: (wallet) => ({ ...wallet, currencyCode: currencyText(wallet['currencyCode']) }),
    },
  },
);

export const BALANCE_TRANSFER = defineOperation<BalanceTransfer>()('wallets.balanceTransfer', {
  outcomeLookup: {
    nothing:
      'The service cannot list transfers between wallets. It sends event 2054 for each one, and dataServices.searchAccountTransactions lists the account.',
  },
  options: { dto: BalanceTransferOptions },
  response: {
    kind: 'json',
    required: ['DebitTransactionId', 'CreditTransactionId'],
    members: { types: { DebitTransactionId: 'text', CreditTransactionId: 'text' } },
  },
});
