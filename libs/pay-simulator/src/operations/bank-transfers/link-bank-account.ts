import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Links the IBAN of a beneficiary. @see contract/bank-transfers.json bankTransfers.linkBankAccount */
export const linkBankAccount: MerchantHandler = ({ bankAccounts }, { body }) => {
  const details = {
    iban: body.text('iban') ?? '',
    beneficiaryName: body.text('beneficiaryName', { min: 1 }) ?? null,
    friendlyName: body.text('friendlyName') ?? null,
    secondaryReferenceData: body.text('secondaryReferenceData') ?? null,
    purposeId: body.integer('purposeId') ?? null,
    accountTypeId: body.integer('accountTypeId') ?? null,
  };
  body.require('iban', 'beneficiaryName');
  body.check();
  const account = bankAccounts.link(details);
  return ok({ bankAccountId: account.id, isVivaIban: account.isInternal });
};
