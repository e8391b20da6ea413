import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { bankAccountView } from './bank-account-view.js';

/** Returns a linked account. @see contract/bank-transfers.json bankTransfers.retrieveBankAccountById */
export const retrieveBankAccountById: MerchantHandler = ({ bankAccounts }, { path }) =>
  ok(bankAccountView(bankAccounts.get(path.bankAccountId ?? '')));
