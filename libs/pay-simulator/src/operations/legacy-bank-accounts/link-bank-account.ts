import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { bankAccountValues } from '../bank-transfers/bank-account-values.js';
import { membersOf } from '../members-of.js';

/** Links an IBAN through the older endpoint, which needs no name. @see contract/legacy-misc.json legacyBankAccounts.linkBankAccount */
export const linkLegacyBankAccount: MerchantHandler = ({ bankAccounts }, { body }) => {
  const iban = body.text('iban') ?? '';
  const names = {
    friendlyName: body.text('friendlyName') ?? null,
    beneficiaryName: body.text('beneficiaryName') ?? null,
  };
  body.require('iban');
  body.check();
  const account = bankAccounts.link({
    iban,
    ...names,
    secondaryReferenceData: null,
    purposeId: null,
    accountTypeId: null,
  });
  return ok(membersOf('legacyBankAccounts.linkBankAccount', bankAccountValues(account)));
};
