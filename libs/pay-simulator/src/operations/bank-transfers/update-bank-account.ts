import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Archives, restores or renames an account. The field is called `archive` here. @see contract/openapi/bank-transfers.yaml bankTransfers.updateBankAccount */
export const updateBankAccount: MerchantHandler = ({ bankAccounts }, { path, body }) => {
  const changes = body.checked({
    archived: body.boolean('archive') === true,
    friendlyName: body.text('friendlyName'),
    beneficiaryName: body.text('beneficiaryName'),
  });
  const account = bankAccounts.update(path.bankAccountId ?? '', changes);
  const { isArchived: archive, friendlyName, beneficiaryName } = account;
  return ok({ archive, friendlyName, beneficiaryName });
};
