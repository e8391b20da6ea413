import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { legacyBankAccountView } from './bank-account-view.js';

/** Lists all linked accounts, without pages. @see contract/legacy-misc.json legacyBankAccounts.retrieveBankAccounts */
export const retrieveLegacyBankAccounts: MerchantHandler = ({ bankAccounts }) =>
  ok(bankAccounts.list().map(legacyBankAccountView));
