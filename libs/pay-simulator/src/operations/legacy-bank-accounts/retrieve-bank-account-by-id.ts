import { ok } from '../../http/operation.js';
import { bankAccountValues } from '../bank-transfers/bank-account-values.js';
import type { MerchantHandler } from '../handler.js';
import { membersOf } from '../members-of.js';

/** Returns a linked account through the older endpoint. @see contract/openapi/legacy-misc.yaml legacyBankAccounts.retrieveBankAccountById */
export const retrieveLegacyBankAccountById: MerchantHandler = ({ bankAccounts }, { path }) => {
  const account = bankAccounts.get(path.bankAccountId ?? '');
  return ok(membersOf('legacyBankAccounts.retrieveBankAccountById', bankAccountValues(account)));
};
