import { currencyText } from '../../core/operation/response-members.js';
import { defineOperation } from '../define-operation.js';
import type { LegacyBankAccount } from '../results.generated.js';

export const LINK_LEGACY_BANK_ACCOUNT = defineOperation('legacyBankAccounts.linkBankAccount', {
  response: { pick: readAccount },
});

export const RETRIEVE_LEGACY_BANK_ACCOUNTS = defineOperation('legacyBankAccounts.retrieveBankAccounts', {
  response: { pick: readAccount },
});

export const RETRIEVE_LEGACY_BANK_ACCOUNT_BY_ID = defineOperation(
  'legacyBankAccounts.retrieveBankAccountById',
  { response: { pick: readAccount } },
);

/** Converts the currency to a string with leading zeros, because the service sends a number. */
function readAccount(body: Record<string, unknown>): LegacyBankAccount {
  const account = body as unknown as LegacyBankAccount;
  return { ...account, CurrencyCode: currencyText(account.CurrencyCode) };
}
