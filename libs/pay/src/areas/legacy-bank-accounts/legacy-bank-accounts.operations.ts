import { currencyText } from '../../core/operation/response-members.js';
import { defineOperation } from '../define-operation.js';
import { LinkLegacyBankAccountOptions, OutgoingBankTransferOptions } from './legacy-bank-accounts.types.js';
import type { LegacyBankAccount, OutgoingBankTransfer } from '../results.generated.js';

/** Response that contains an account, alone or in a list. */
const ACCOUNT = {
  required: ['BankAccountId', 'Iban', 'CurrencyCode'],
  members: { types: { BankAccountId: 'text', Iban: 'text', CurrencyCode: 'currency' } },
  pick: readAccount,
} as const;

export const LINK_LEGACY_BANK_ACCOUNT = defineOperation<LegacyBankAccount>()(
  'legacyBankAccounts.linkBankAccount',
  {
    outcomeLookup: {
      nothing: 'Look for the IBAN in the list of linked accounts.',
    },
    options: { dto: LinkLegacyBankAccountOptions },
    response: { kind: 'json', ...ACCOUNT },
  },
);

export const RETRIEVE_LEGACY_BANK_ACCOUNTS = defineOperation<LegacyBankAccount[]>()(
  'legacyBankAccounts.retrieveBankAccounts',
  {
    response: { kind: 'list', ...ACCOUNT },
  },
);

export const RETRIEVE_LEGACY_BANK_ACCOUNT_BY_ID = defineOperation<LegacyBankAccount>()(
  'legacyBankAccounts.retrieveBankAccountById',
  {
    response: { kind: 'json', ...ACCOUNT },
  },
);

export const UNLINK_BANK_ACCOUNT = defineOperation<null>()('legacyBankAccounts.unlinkBankAccount', {
  response: { kind: 'empty' },
});

export const OUTGOING_BANK_TRANSFER = defineOperation<OutgoingBankTransfer | null>()(
  'legacyBankAccounts.outgoingBankTransfer',
  {
    outcomeLookup: {
      nothing:
        'The service cannot list bank transfers. It sends events 768 and 769 for each one, and dataServices.searchAccountTransactions lists the account.',
    },
    options: { dto: OutgoingBankTransferOptions },
    response: {
      kind: 'json',
      required: ['CommandId'],
      members: { types: { CommandId: 'text' } },
      whenEmpty: null,
    },
  },
);

/** Converts the currency to a string with leading zeros, because the service sends a number. */
function readAccount(body: Record<string, unknown>): LegacyBankAccount {
  const account = body as unknown as LegacyBankAccount;
  return { ...account, CurrencyCode: currencyText(account.CurrencyCode) };
}
