import type { MerchantHandler } from '../handler.js';

/** Removes a link. It is not documented whether the service only archives it. @see contract/openapi/legacy-misc.yaml legacyBankAccounts.unlinkBankAccount */
export const unlinkBankAccount: MerchantHandler = ({ bankAccounts }, { path }) => {
  bankAccounts.unlink(path.bankAccountId ?? '');
  return { status: 200 };
};
