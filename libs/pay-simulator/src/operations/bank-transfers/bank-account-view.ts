import type { BankAccount } from '../../domain/bank-account.js';
import type { JsonValue } from '../../domain/wire-json.js';

/** A linked account as it is read. @see contract/bank-transfers.json bankTransfers.retrieveBankAccountById */
export function bankAccountView(account: BankAccount): Readonly<Record<string, JsonValue>> {
  return {
    bankAccountId: account.id,
    iban: account.iban,
    bankId: account.bankId,
    bankName: account.isInside ? 'Example Payments' : 'Example Bank',
    // BICs cannot be derived from an IBAN, and the simulator has no directory of them.
    swiftCode: null,
    isArchived: account.isArchived,
    isVivaIban: account.isInside,
    friendlyName: account.friendlyName,
    beneficiaryName: account.beneficiaryName,
    created: new Date(account.createdAt).toISOString(),
    secondaryReferenceData: account.secondaryReferenceData,
    purposeId: account.purposeId,
    accountTypeId: account.accountTypeId,
  };
}
