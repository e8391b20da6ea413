import { currencyText } from '../../core/operation/answer-members.js';
import { defineOperation } from '../../core/operation/operation.js';
import { LinkLegacyBankAccountOptions, OutgoingBankTransferOptions } from './legacy-bank-accounts.types.js';
import type { LegacyBankAccount, OutgoingBankTransfer } from './legacy-bank-accounts.types.js';

/** Answer that contains an account, alone or in a list. */
const ACCOUNT = {
  required: ['BankAccountId', 'Iban', 'CurrencyCode'],
  members: { types: { BankAccountId: 'text', Iban: 'text', CurrencyCode: 'currency' } },
  pick: readAccount,
} as const;

export const LINK_LEGACY_BANK_ACCOUNT = defineOperation<LegacyBankAccount>()({
  id: 'legacyBankAccounts.linkBankAccount',
  method: 'POST',
  host: 'web',
  path: '/api/bankaccounts',
  auth: 'basic',
  retry: 'unsafe',
  outcomeLookup: {
    nothing: 'Look for the IBAN in the list of linked accounts.',
  },
  options: { dto: LinkLegacyBankAccountOptions, in: 'json' },
  answer: { kind: 'json', ...ACCOUNT },
});

export const RETRIEVE_LEGACY_BANK_ACCOUNTS = defineOperation<LegacyBankAccount[]>()({
  id: 'legacyBankAccounts.retrieveBankAccounts',
  method: 'GET',
  host: 'web',
  path: '/api/bankaccounts',
  auth: 'basic',
  retry: 'safe',
  answer: { kind: 'list', ...ACCOUNT },
});

export const RETRIEVE_LEGACY_BANK_ACCOUNT_BY_ID = defineOperation<LegacyBankAccount>()({
  id: 'legacyBankAccounts.retrieveBankAccountById',
  method: 'GET',
  host: 'web',
  path: '/api/bankaccounts/{bankAccountId}',
  parameters: { bankAccountId: 'uuid' },
  auth: 'basic',
  retry: 'safe',
  answer: { kind: 'json', ...ACCOUNT },
});

export const UNLINK_BANK_ACCOUNT = defineOperation<null>()({
  id: 'legacyBankAccounts.unlinkBankAccount',
  method: 'DELETE',
  host: 'web',
  path: '/api/bankaccounts/{bankAccountId}',
  parameters: { bankAccountId: 'uuid' },
  auth: 'basic',
  retry: 'idempotent',
  answer: { kind: 'empty' },
});

export const OUTGOING_BANK_TRANSFER = defineOperation<OutgoingBankTransfer | null>()({
  id: 'legacyBankAccounts.outgoingBankTransfer',
  method: 'POST',
  host: 'web',
  path: '/api/wallets/{walletId}/commands/banktransfer/{bankAccountId}',
  parameters: { walletId: 'int64', bankAccountId: 'uuid' },
  auth: 'basic',
  retry: 'unsafe',
  outcomeLookup: {
    nothing:
      'The service cannot list bank transfers. It sends events 768 and 769 for each one, and dataServices.searchAccountTransactions lists the account.',
  },
  options: { dto: OutgoingBankTransferOptions, in: 'json' },
  answer: {
    kind: 'json',
    required: ['CommandId'],
    members: { types: { CommandId: 'text' } },
    whenEmpty: null,
  },
});

/** Converts the currency to a string with leading zeros, because the service sends a number. */
function readAccount(body: Record<string, unknown>): LegacyBankAccount {
  const account = body as unknown as LegacyBankAccount;
  return { ...account, CurrencyCode: currencyText(account.CurrencyCode) };
}
