import { currencyText } from '../../core/operation/response-members.js';
import { defineOperation } from '../define-operation.js';
import { BalanceTransferOptions } from './wallets.options.generated.js';

export const RETRIEVE_WALLET = defineOperation('wallets.retrieveWallet', {
  response: { pick: (wallet) => ({ ...wallet, CurrencyCode: currencyText(wallet['CurrencyCode']) }) },
});

export const RETRIEVE_MERCHANT_WALLETS = defineOperation('wallets.retrieveMerchantWallets', {
  response: { pick: (wallet) => ({ ...wallet, currencyCode: currencyText(wallet['currencyCode']) }) },
});

export const BALANCE_TRANSFER = defineOperation('wallets.balanceTransfer', {
  outcomeLookup: {
    nothing:
      'The service cannot list transfers between wallets. It sends event 2054 for each one, and dataServices.searchAccountTransactions lists the account.',
  },
  options: { dto: BalanceTransferOptions },
});
