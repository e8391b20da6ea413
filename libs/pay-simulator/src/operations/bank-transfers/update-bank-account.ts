import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Archives, restores or renames an account. The field is called `archive` here. @see contract/bank-transfers.json bankTransfers.updateBankAccount */
export const updateBankAccount: MerchantHandler = ({ bankAccounts }, { path, body }) => {
  const archived = body.boolean('archive');
  const names = { friendlyName: body.text('friendlyName'), beneficiaryName: body.text('beneficiaryName') };
  body.require('archive');
  body.check();
  const account = bankAccounts.update(path.bankAccountId ?? '', { archived: archived === true, ...names });
  const { isArchived: archive, friendlyName, beneficiaryName } = account;
  return ok({ archive, friendlyName, beneficiaryName });
};
