import { defineOperation } from '../define-operation.js';
import {
  CreateBankTransferFeeCommandOptions,
  ExecuteBankTransferOptions,
  LinkBankAccountOptions,
  RetrieveBankAccountsOptions,
  RetrieveBankTransferOptionsOptions,
  UpdateBankAccountOptions,
} from './bank-transfers.types.js';
import type {
  BankAccount,
  BankTransferFeeCommand,
  BankTransferOptions,
  LinkedBankAccount,
  SentBankTransfer,
  UpdatedBankAccount,
} from '../results.generated.js';

export const LINK_BANK_ACCOUNT = defineOperation<LinkedBankAccount>()('bankTransfers.linkBankAccount', {
  outcomeLookup: {
    nothing: 'Look for the IBAN in the list of linked accounts (bankTransfers.retrieveBankAccounts).',
  },
  options: { dto: LinkBankAccountOptions },
  response: {
    kind: 'json',
    required: ['bankAccountId', 'isVivaIban'],
    members: { types: { bankAccountId: 'text', isVivaIban: 'boolean' } },
  },
});

export const RETRIEVE_BANK_ACCOUNTS = defineOperation<BankAccount[]>()('bankTransfers.retrieveBankAccounts', {
  options: { dto: RetrieveBankAccountsOptions },
  response: {
    kind: 'list',
    required: ['bankAccountId', 'iban'],
    members: { types: { bankAccountId: 'text', iban: 'text' } },
  },
});

export const RETRIEVE_BANK_ACCOUNT_BY_ID = defineOperation<BankAccount>()(
  'bankTransfers.retrieveBankAccountById',
  {
    response: {
      kind: 'json',
      required: ['bankAccountId', 'iban'],
      members: { echoes: { bankAccountId: 'bankAccountId' } },
    },
  },
);

export const UPDATE_BANK_ACCOUNT = defineOperation<UpdatedBankAccount>()('bankTransfers.updateBankAccount', {
  options: { dto: UpdateBankAccountOptions },
  response: {
    kind: 'json',
    required: [],
    forms: { read: readUpdatedAccount, problem: 'without archive or isArchived' },
  },
});

export const RETRIEVE_BANK_TRANSFER_OPTIONS = defineOperation<BankTransferOptions>()(
  'bankTransfers.retrieveBankTransferOptions',
  {
    options: { dto: RetrieveBankTransferOptionsOptions },
    response: { kind: 'json', required: ['supportsInstant', 'instructionTypes'] },
  },
);

export const CREATE_BANK_TRANSFER_FEE_COMMAND = defineOperation<BankTransferFeeCommand>()(
  'bankTransfers.createBankTransferFeeCommand',
  {
    outcomeLookup: {
      nothing: 'The service cannot list fee commands. An unused fee command moves no money.',
      harmlessWithout: [],
    },
    options: { dto: CreateBankTransferFeeCommandOptions, int64: ['walletId'] },
    response: {
      kind: 'json',
      required: ['bankCommandId', 'fee'],
      members: { types: { bankCommandId: 'text', fee: 'number' } },
    },
  },
);

export const EXECUTE_BANK_TRANSFER = defineOperation<SentBankTransfer>()(
  'bankTransfers.executeBankTransfer',
  {
    outcomeLookup: {
      nothing:
        'The service cannot list bank transfers. It sends events 768 and 769 for each one, and dataServices.searchAccountTransactions lists the account.',
    },
    options: { dto: ExecuteBankTransferOptions, int64: ['walletId'] },
    response: {
      kind: 'json',
      required: ['fee', 'isInstant'],
      members: { types: { fee: 'number', isInstant: 'boolean' } },
      pick: readSentTransfer,
    },
  },
);

/** Reads `archive`, or `isArchived` if the response is the whole account. */
function readUpdatedAccount(body: Record<string, unknown>): UpdatedBankAccount | undefined {
  const archive = body['archive'] ?? body['isArchived'];
  return typeof archive === 'boolean' ? { ...body, archive } : undefined;
}

/** Adds null for an ID that the service leaves out because it does not apply. */
function readSentTransfer(body: Record<string, unknown>): SentBankTransfer {
  const sent = body as unknown as Partial<SentBankTransfer> & Pick<SentBankTransfer, 'fee' | 'isInstant'>;
  return {
    ...sent,
    commandId: sent.commandId ?? null,
    walletTransactionId: sent.walletTransactionId ?? null,
  };
}
