import type { BankAccount } from '../../domain/bank-account.js';
import type { JsonValue } from '../../domain/wire-json.js';

/** Formats a linked account for the older endpoints: Pascal case, and the currency as a number. @see contract/legacy-misc.json */
export function legacyBankAccountView(account: BankAccount): Readonly<Record<string, JsonValue>> {
  return {
    Iban: account.iban,
    BankId: account.bankId,
    IsArchived: account.isArchived,
    BankAccountId: account.id,
    FriendlyName: account.friendlyName,
    CurrencyCode: Number(account.currencyCode),
    BeneficiaryName: account.beneficiaryName,
    VerificationRetries: 0,
    IdentificationState: 0,
  };
}
