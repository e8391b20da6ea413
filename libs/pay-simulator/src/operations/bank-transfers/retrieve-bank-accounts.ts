import type { RetrieveBankAccountsQuery } from '../request-values.generated.js';
import type { BankAccount } from '../../domain/bank-account.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { membersOf } from '../members-of.js';
import { bankAccountValues } from './bank-account-values.js';

/** Default page size (inferred). */
const DEFAULT_PAGE = 10;

/** Lists linked accounts page by page. @see contract/openapi/bank-transfers.yaml bankTransfers.retrieveBankAccounts */
export const retrieveBankAccounts: MerchantHandler<object, RetrieveBankAccountsQuery> = (
  { bankAccounts },
  { query },
) => {
  const { skip = 0, maxResults = DEFAULT_PAGE, iban, isArchived, bankAccountId } = query;
  const id = bankAccountId?.toLowerCase();
  const matches = (account: BankAccount): boolean =>
    (iban === undefined || account.iban === iban) &&
    (isArchived === undefined || account.isArchived === isArchived) &&
    (id === undefined || account.id === id);
  const page = bankAccounts
    .list()
    .filter(matches)
    .slice(skip, skip + maxResults);
  return ok(
    page.map((account) => membersOf('bankTransfers.retrieveBankAccounts', bankAccountValues(account))),
  );
};
