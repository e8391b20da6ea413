import type { AccountServices } from '../../wiring/merchant-services.js';
import { ok, type OperationHandler } from '../../http/operation.js';
import { legacyBankAccountView } from './bank-account-view.js';

/** Returns a linked account through the older endpoint. @see contract/legacy-misc.json legacyBankAccounts.retrieveBankAccountById */
export const retrieveLegacyBankAccountById =
  ({ bankAccounts }: AccountServices): OperationHandler =>
  ({ path }) =>
    ok(legacyBankAccountView(bankAccounts.get(path.bankAccountId ?? '')));
