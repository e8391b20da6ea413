import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { legacyBankAccountView } from './bank-account-view.js';

/** Returns a linked account through the older endpoint. @see contract/legacy-misc.json legacyBankAccounts.retrieveBankAccountById */
export const retrieveLegacyBankAccountById: MerchantHandler = ({ bankAccounts }, { path }) =>
  ok(legacyBankAccountView(bankAccounts.get(path.bankAccountId ?? '')));
