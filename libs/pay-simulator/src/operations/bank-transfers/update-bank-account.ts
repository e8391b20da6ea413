import type { UpdateBankAccountBody } from '../request-values.generated.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Archives, restores or renames an account. The field is called `archive` here. @see contract/openapi/bank-transfers.yaml bankTransfers.updateBankAccount */
export const updateBankAccount: MerchantHandler<UpdateBankAccountBody> = (
  { bankAccounts },
  { path, body },
) => {
  const { archive: archived, ...names } = body;
  const account = bankAccounts.update(path.bankAccountId ?? '', { archived, ...names });
  const { isArchived: archive, friendlyName, beneficiaryName } = account;
  return ok({ archive, friendlyName, beneficiaryName });
};
