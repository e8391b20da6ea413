import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';
import { bankAccountView } from './bank-account-view.js';

/** Returns a linked account. @see contract/bank-transfers.json bankTransfers.retrieveBankAccountById */
export const retrieveBankAccountById =
  ({ bankAccounts }: AccountServices): OperationHandler =>
  ({ path }) => ({ status: 200, json: bankAccountView(bankAccounts.get(path.bankAccountId ?? '')) });
