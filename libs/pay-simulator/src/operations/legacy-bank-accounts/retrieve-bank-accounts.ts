import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';
import { legacyBankAccountView } from './bank-account-view.js';

/** Lists all linked accounts, without pages. @see contract/legacy-misc.json legacyBankAccounts.retrieveBankAccounts */
export const retrieveLegacyBankAccounts =
  ({ bankAccounts }: AccountServices): OperationHandler =>
  () => ({ status: 200, json: bankAccounts.list().map(legacyBankAccountView) });
