import type { BankAccount } from '../../domain/bank-account.js';

/** Returns the values of a linked bank account by the service's names, for its older and newer endpoints. */
export function bankAccountValues(account: BankAccount): object {
  return {
    ...account,
    bankAccountId: account.id,
    // A BIC cannot be derived from an IBAN, and the simulator has no BIC directory. So `swiftCode` is null.
    bankName: account.isInternal ? 'Example Payments' : 'Example Bank',
    isVivaIban: account.isInternal,
    created: new Date(account.createdAt).toISOString(),
    currencyCode: Number(account.currencyCode),
    verificationRetries: 0,
    identificationState: 0,
  };
}
