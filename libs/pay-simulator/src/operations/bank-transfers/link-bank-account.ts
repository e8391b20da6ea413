import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Links the IBAN of a beneficiary. @see contract/openapi/bank-transfers.yaml bankTransfers.linkBankAccount */
export const linkBankAccount: MerchantHandler = ({ bankAccounts }, { body }) => {
  const details = body.checked({
    iban: body.text('iban', { required: true }),
    beneficiaryName: body.text('beneficiaryName', { required: true }),
    friendlyName: body.text('friendlyName') ?? null,
    secondaryReferenceData: body.text('secondaryReferenceData') ?? null,
    purposeId: body.integer('purposeId') ?? null,
    accountTypeId: body.integer('accountTypeId') ?? null,
  });
  const account = bankAccounts.link(details);
  return ok({ bankAccountId: account.id, isVivaIban: account.isInternal });
};
