import type { AccountServices } from '../../wiring/merchant-services.js';
import { ok, type OperationHandler } from '../../http/operation.js';
import { bankAccountView } from './bank-account-view.js';

/** Returns a linked account. @see contract/bank-transfers.json bankTransfers.retrieveBankAccountById */
export const retrieveBankAccountById =
  ({ bankAccounts }: AccountServices): OperationHandler =>
  ({ path }) =>
    ok(bankAccountView(bankAccounts.get(path.bankAccountId ?? '')));
