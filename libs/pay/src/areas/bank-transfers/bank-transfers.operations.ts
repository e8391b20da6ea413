import { defineOperation } from '../../core/operation/operation.js';
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
} from './bank-transfers.types.js';

export const LINK_BANK_ACCOUNT = defineOperation<LinkedBankAccount>()({
  id: 'bankTransfers.linkBankAccount',
  method: 'POST',
  host: 'api',
  path: '/banktransfers/v1/bankaccounts',
  auth: 'oauth',
  credentials: 'accountTransactions',
  retry: 'unsafe',
  outcomeLookup: {
    nothing: 'Look for the IBAN in the list of linked accounts (bankTransfers.retrieveBankAccounts).',
  },
  options: { dto: LinkBankAccountOptions, in: 'json' },
  answer: {
    kind: 'json',
    required: ['bankAccountId', 'isVivaIban'],
    members: { types: { bankAccountId: 'text', isVivaIban: 'boolean' } },
  },
});

export const RETRIEVE_BANK_ACCOUNTS = defineOperation<BankAccount[]>()({
  id: 'bankTransfers.retrieveBankAccounts',
  method: 'GET',
  host: 'api',
  path: '/banktransfers/v1/bankaccounts',
  auth: 'oauth',
  credentials: 'accountTransactions',
  retry: 'safe',
  options: { dto: RetrieveBankAccountsOptions, in: 'query' },
  answer: {
    kind: 'list',
    required: ['bankAccountId', 'iban'],
    members: { types: { bankAccountId: 'text', iban: 'text' } },
  },
});

export const RETRIEVE_BANK_ACCOUNT_BY_ID = defineOperation<BankAccount>()({
  id: 'bankTransfers.retrieveBankAccountById',
  method: 'GET',
  host: 'api',
  path: '/banktransfers/v1/bankaccounts/{bankAccountId}',
  parameters: { bankAccountId: 'uuid' },
  auth: 'oauth',
  credentials: 'accountTransactions',
  retry: 'safe',
  answer: {
    kind: 'json',
    required: ['bankAccountId', 'iban'],
    members: { echoes: { bankAccountId: 'bankAccountId' } },
  },
});

export const UPDATE_BANK_ACCOUNT = defineOperation<UpdatedBankAccount>()({
  id: 'bankTransfers.updateBankAccount',
  method: 'PATCH',
  host: 'api',
  path: '/banktransfers/v1/bankaccounts/{bankAccountId}',
  parameters: { bankAccountId: 'uuid' },
  auth: 'oauth',
  credentials: 'accountTransactions',
  retry: 'idempotent',
  options: { dto: UpdateBankAccountOptions, in: 'json' },
  answer: {
    kind: 'json',
    required: [],
    forms: { read: readUpdatedAccount, problem: 'without archive or isArchived' },
  },
});

export const RETRIEVE_BANK_TRANSFER_OPTIONS = defineOperation<BankTransferOptions>()({
  id: 'bankTransfers.retrieveBankTransferOptions',
  method: 'GET',
  host: 'api',
  path: '/banktransfers/v1/bankaccounts/{bankAccountId}/instructiontypes',
  parameters: { bankAccountId: 'uuid' },
  auth: 'oauth',
  credentials: 'accountTransactions',
  retry: 'safe',
  options: { dto: RetrieveBankTransferOptionsOptions, in: 'query' },
  answer: { kind: 'json', required: ['supportsInstant', 'instructionTypes'] },
});

export const CREATE_BANK_TRANSFER_FEE_COMMAND = defineOperation<BankTransferFeeCommand>()({
  id: 'bankTransfers.createBankTransferFeeCommand',
  method: 'POST',
  host: 'api',
  path: '/banktransfers/v1/bankaccounts/{bankAccountId}/fees',
  parameters: { bankAccountId: 'uuid' },
  auth: 'oauth',
  credentials: 'accountTransactions',
  retry: 'unsafe',
  outcomeLookup: {
    nothing: 'The service cannot list fee commands. An unused fee command moves no money.',
    harmlessWithout: [],
  },
  options: { dto: CreateBankTransferFeeCommandOptions, in: 'json', int64: ['walletId'] },
  answer: {
    kind: 'json',
    required: ['bankCommandId', 'fee'],
    members: { types: { bankCommandId: 'text', fee: 'number' } },
  },
});

export const EXECUTE_BANK_TRANSFER = defineOperation<SentBankTransfer>()({
  id: 'bankTransfers.executeBankTransfer',
  method: 'POST',
  host: 'api',
  path: '/banktransfers/v1/bankaccounts/{bankAccountId}:send',
  parameters: { bankAccountId: 'uuid' },
  auth: 'oauth',
  credentials: 'accountTransactions',
  retry: 'unsafe',
  outcomeLookup: {
    nothing:
      'The service cannot list bank transfers. It sends events 768 and 769 for each one, and dataServices.searchAccountTransactions lists the account.',
  },
  options: { dto: ExecuteBankTransferOptions, in: 'json', int64: ['walletId'] },
  answer: {
    kind: 'json',
    required: ['fee', 'isInstant'],
    members: { types: { fee: 'number', isInstant: 'boolean' } },
    pick: readSentTransfer,
  },
});

/** Reads `archive`, or `isArchived` if the answer is the whole account. */
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
