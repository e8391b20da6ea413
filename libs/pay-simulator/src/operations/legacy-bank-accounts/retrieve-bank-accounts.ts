import { ok } from '../../http/operation.js';
import { bankAccountValues } from '../bank-transfers/bank-account-values.js';
import type { MerchantHandler } from '../handler.js';
import { membersOf } from '../members-of.js';

/** Lists all linked accounts, without pages. @see contract/openapi/legacy-misc.yaml legacyBankAccounts.retrieveBankAccounts */
export const retrieveLegacyBankAccounts: MerchantHandler = ({ bankAccounts }) =>
  ok(
    bankAccounts
      .list()
      .map((account) => membersOf('legacyBankAccounts.retrieveBankAccounts', bankAccountValues(account))),
  );
