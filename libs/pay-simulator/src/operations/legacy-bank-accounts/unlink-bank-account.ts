import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';

/** Removes a link. It is not documented whether the service only archives it. @see contract/legacy-misc.json legacyBankAccounts.unlinkBankAccount */
export const unlinkBankAccount =
  ({ bankAccounts }: AccountServices): OperationHandler =>
  ({ path }) => {
    bankAccounts.unlink(path.bankAccountId ?? '');
    return { status: 200 };
  };
