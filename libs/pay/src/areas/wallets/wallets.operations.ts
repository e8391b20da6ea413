import { currencyText } from '../../core/operation/response-members.js';
import { defineOperation } from '../define-operation.js';

export const RETRIEVE_WALLET = defineOperation('wallets.retrieveWallet', {
  response: { pick: (wallet) => ({ ...wallet, CurrencyCode: currencyText(wallet['CurrencyCode']) }) },
});

export const RETRIEVE_MERCHANT_WALLETS = defineOperation('wallets.retrieveMerchantWallets', {
  response: { pick: (wallet) => ({ ...wallet, currencyCode: currencyText(wallet['currencyCode']) }) },
});
