import { currencyText } from '../../core/operation/response-members.js';
import { defineOperation } from '../define-operation.js';
import {
  LinkLegacyBankAccountOptions,
  OutgoingBankTransferOptions,
} from './legacy-bank-accounts.options.generated.js';
import type { LegacyBankAccount } from '../results.generated.js';

export const LINK_LEGACY_BANK_ACCOUNT = defineOperation('legacyBankAccounts.linkBankAccount', {
  outcomeLookup: { nothing: 'Look for the IBAN in the list of linked accounts.' },
  options: { dto: LinkLegacyBankAccountOptions },
  response: { pick: readAccount },
});

export const RETRIEVE_LEGACY_BANK_ACCOUNTS = defineOperation('legacyBankAccounts.retrieveBankAccounts', {
  response: { pick: readAccount },
});

export const RETRIEVE_LEGACY_BANK_ACCOUNT_BY_ID = defineOperation(
  'legacyBankAccounts.retrieveBankAccountById',
  { response: { pick: readAccount } },
);

export const UNLINK_BANK_ACCOUNT = defineOperation('legacyBankAccounts.unlinkBankAccount');

export const OUTGOING_BANK_TRANSFER = defineOperation('legacyBankAccounts.outgoingBankTransfer', {
  outcomeLookup: {
    nothing:
      'The service cannot list bank transfers. It sends events 768 and 769 for each one, and dataServices.searchAccountTransactions lists the account.',
  },
  options: { dto: OutgoingBankTransferOptions },
});

/** Converts the currency to a string with leading zeros, because the service sends a number. */
function readAccount(body: Record<string, unknown>): LegacyBankAccount {
  const account = body as unknown as LegacyBankAccount;
  return { ...account, CurrencyCode: currencyText(account.CurrencyCode) };
}
