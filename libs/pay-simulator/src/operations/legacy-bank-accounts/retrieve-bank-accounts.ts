import type { AccountServices } from '../../wiring/merchant-services.js';
import { ok, type OperationHandler } from '../../http/operation.js';
import { legacyBankAccountView } from './bank-account-view.js';

/** Lists all linked accounts, without pages. @see contract/legacy-misc.json legacyBankAccounts.retrieveBankAccounts */
export const retrieveLegacyBankAccounts =
  ({ bankAccounts }: AccountServices): OperationHandler =>
  () =>
    ok(bankAccounts.list().map(legacyBankAccountView));
