import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { membersOf } from '../members-of.js';
import { bankAccountValues } from './bank-account-values.js';

/** Returns a linked account. @see contract/openapi/bank-transfers.yaml bankTransfers.retrieveBankAccountById */
export const retrieveBankAccountById: MerchantHandler = ({ bankAccounts }, { path }) => {
  const account = bankAccounts.get(path.bankAccountId ?? '');
  return ok(membersOf('bankTransfers.retrieveBankAccountById', bankAccountValues(account)));
};
