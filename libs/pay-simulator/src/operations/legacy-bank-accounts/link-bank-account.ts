import type { AccountServices } from '../../wiring/merchant-services.js';
import { ok, type OperationHandler } from '../../http/operation.js';
import { legacyBankAccountView } from './bank-account-view.js';

/** Links an IBAN through the older endpoint, which needs no name. @see contract/legacy-misc.json legacyBankAccounts.linkBankAccount */
export const linkLegacyBankAccount =
  ({ bankAccounts }: AccountServices): OperationHandler =>
  ({ body }) => {
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
    return ok(legacyBankAccountView(account));
  };
