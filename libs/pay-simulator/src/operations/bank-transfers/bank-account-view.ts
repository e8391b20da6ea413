import type { BankAccount } from '../../domain/bank-account.js';
import type { JsonValue } from '../../domain/wire-json.js';

/** Formats a linked bank account. @see contract/bank-transfers.json bankTransfers.retrieveBankAccountById */
export function bankAccountView(account: BankAccount): Readonly<Record<string, JsonValue>> {
  return {
    bankAccountId: account.id,
    iban: account.iban,
    bankId: account.bankId,
    bankName: account.isInternal ? 'Example Payments' : 'Example Bank',
    // A BIC cannot be derived from an IBAN, and the simulator has no BIC directory.
    swiftCode: null,
    isArchived: account.isArchived,
    isVivaIban: account.isInternal,
    friendlyName: account.friendlyName,
    beneficiaryName: account.beneficiaryName,
    created: new Date(account.createdAt).toISOString(),
    secondaryReferenceData: account.secondaryReferenceData,
    purposeId: account.purposeId,
    accountTypeId: account.accountTypeId,
  };
}
