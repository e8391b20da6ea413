import type { LegacyBankAccountsLinkBankAccountBody } from '../request-values.generated.js';
import { NO_DETAILS } from '../../domain/bank-account.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { bankAccountValues } from '../bank-transfers/bank-account-values.js';
import { membersOf } from '../members-of.js';

/** Links an IBAN through the older endpoint, which needs no name. @see contract/openapi/legacy-misc.yaml legacyBankAccounts.linkBankAccount */
export const linkLegacyBankAccount: MerchantHandler<LegacyBankAccountsLinkBankAccountBody> = (
  { bankAccounts },
  { body },
) => {
  const account = bankAccounts.link({ ...NO_DETAILS, ...body });
  return ok(membersOf('legacyBankAccounts.linkBankAccount', bankAccountValues(account)));
};
