import { defineOperation } from '../define-operation.js';
import {
  CreateBankTransferFeeCommandOptions,
  ExecuteBankTransferOptions,
  LinkBankAccountOptions,
  RetrieveBankAccountsOptions,
  RetrieveBankTransferOptionsOptions,
  UpdateBankAccountOptions,
} from './bank-transfers.options.generated.js';
import type { SentBankTransfer, UpdatedBankAccount } from '../results.generated.js';

export const LINK_BANK_ACCOUNT = defineOperation('bankTransfers.linkBankAccount', {
  outcomeLookup: {
    nothing: 'Look for the IBAN in the list of linked accounts (bankTransfers.retrieveBankAccounts).',
  },
  options: { dto: LinkBankAccountOptions },
});

export const RETRIEVE_BANK_ACCOUNTS = defineOperation('bankTransfers.retrieveBankAccounts', {
  options: { dto: RetrieveBankAccountsOptions },
});

export const RETRIEVE_BANK_ACCOUNT_BY_ID = defineOperation('bankTransfers.retrieveBankAccountById');

export const UPDATE_BANK_ACCOUNT = defineOperation('bankTransfers.updateBankAccount', {
  options: { dto: UpdateBankAccountOptions },
  response: { forms: { read: readUpdatedAccount, problem: 'without archive or isArchived' } },
});

export const RETRIEVE_BANK_TRANSFER_OPTIONS = defineOperation('bankTransfers.retrieveBankTransferOptions', {
  options: { dto: RetrieveBankTransferOptionsOptions },
});

export const CREATE_BANK_TRANSFER_FEE_COMMAND = defineOperation(
  'bankTransfers.createBankTransferFeeCommand',
  {
    outcomeLookup: {
      nothing: 'The service cannot list fee commands. An unused fee command moves no money.',
      harmlessWithout: [],
    },
    options: { dto: CreateBankTransferFeeCommandOptions, int64: ['walletId'] },
  },
);

export const EXECUTE_BANK_TRANSFER = defineOperation('bankTransfers.executeBankTransfer', {
  outcomeLookup: {
    nothing:
      'The service cannot list bank transfers. It sends events 768 and 769 for each one, and dataServices.searchAccountTransactions lists the account.',
  },
  options: { dto: ExecuteBankTransferOptions, int64: ['walletId'] },
  response: { pick: readSentTransfer },
});

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
