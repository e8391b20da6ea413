import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../../http/operation.js';

/** Removes a link. It is not documented whether the service only archives it. @see contract/legacy-misc.json legacyBankAccounts.unlinkBankAccount */
export const unlinkBankAccount =
  ({ bankAccounts }: Pick<Services, 'bankAccounts'>): OperationHandler =>
  ({ path }) => {
    bankAccounts.unlink(path.bankAccountId ?? '');
    return { status: 200 };
  };
