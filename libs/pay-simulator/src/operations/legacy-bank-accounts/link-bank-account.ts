import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { bankAccountValues } from '../bank-transfers/bank-account-values.js';
import { membersOf } from '../members-of.js';

const NO_DETAILS = { secondaryReferenceData: null, purposeId: null, accountTypeId: null };

/** Links an IBAN through the older endpoint, which needs no name. @see contract/openapi/legacy-misc.yaml legacyBankAccounts.linkBankAccount */
export const linkLegacyBankAccount: MerchantHandler = ({ bankAccounts }, { body }) => {
  const details = body.checked({
    iban: body.text('iban', { required: true }),
    friendlyName: body.text('friendlyName') ?? null,
    beneficiaryName: body.text('beneficiaryName') ?? null,
  });
  const account = bankAccounts.link({ ...NO_DETAILS, ...details });
  return ok(membersOf('legacyBankAccounts.linkBankAccount', bankAccountValues(account)));
};
