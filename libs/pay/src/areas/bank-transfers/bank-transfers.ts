import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import {
  CREATE_BANK_TRANSFER_FEE_COMMAND,
  EXECUTE_BANK_TRANSFER,
  LINK_BANK_ACCOUNT,
  RETRIEVE_BANK_ACCOUNT_BY_ID,
  RETRIEVE_BANK_ACCOUNTS,
  RETRIEVE_BANK_TRANSFER_OPTIONS,
  UPDATE_BANK_ACCOUNT,
} from './bank-transfers.operations.js';
import type {
  BankAccount,
  BankTransferFeeCommand,
  BankTransferOptions,
  CreateBankTransferFeeCommandOptions,
  ExecuteBankTransferOptions,
  LinkBankAccountOptions,
  LinkedBankAccount,
  RetrieveBankAccountsOptions,
  RetrieveBankTransferOptionsOptions,
  SentBankTransfer,
  UpdateBankAccountOptions,
  UpdatedBankAccount,
} from './bank-transfers.types.js';
import { iterateBankAccounts } from './iterate-bank-accounts.js';

/**
 * Sends money from wallets to bank accounts. Every call needs the client id and secret of the Account Transactions
 * credentials: those of checkout are `forbidden`.
 */
export class PayBankTransfers extends Area {
  /**
   * Links a beneficiary's IBAN; the service checks the IBAN as well.
   * What linking the same IBAN twice does is not documented: after `outcome: 'unknown'` list with its `iban` first.
   *
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api
   */
  linkBankAccount(
    options: LinkBankAccountOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<LinkedBankAccount>> {
    return this.sender.send(LINK_BANK_ACCOUNT, { options }, call);
  }

  /**
   * Lists linked bank accounts, one page. There is no total: the last page is the one that is shorter than `maxResults`.
   *
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api
   */
  retrieveBankAccounts(
    query: RetrieveBankAccountsOptions = {},
    call?: CallOptions,
  ): Promise<MethodReturn<BankAccount[]>> {
    return this.sender.send(RETRIEVE_BANK_ACCOUNTS, { options: query }, call);
  }

  /**
   * Every linked bank account that fits, page after page; pages of 100 unless `maxResults` says otherwise.
   *
   * @throws PayError, with the failure's fields, when a page cannot be read.
   */
  iterateBankAccounts(
    query: RetrieveBankAccountsOptions = {},
    call?: CallOptions,
  ): AsyncGenerator<BankAccount, void, void> {
    return iterateBankAccounts((page) => this.retrieveBankAccounts(page, call), query);
  }

  /**
   * Reads one linked bank account. `notfound` when these credentials have none with that id.
   *
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api
   */
  retrieveBankAccountById(bankAccountId: string, call?: CallOptions): Promise<MethodReturn<BankAccount>> {
    return this.sender.send(RETRIEVE_BANK_ACCOUNT_BY_ID, { path: { bankAccountId } }, call);
  }

  /**
   * Archives or restores a linked account, or changes its names. There is no delete.
   *
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api
   */
  updateBankAccount(
    bankAccountId: string,
    options: UpdateBankAccountOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<UpdatedBankAccount>> {
    return this.sender.send(UPDATE_BANK_ACCOUNT, { path: { bankAccountId }, options }, call);
  }

  /**
   * Says how an amount (minor units) can be sent. Refused for an IBAN inside the service (`isVivaIban`): send at once.
   *
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api
   */
  retrieveBankTransferOptions(
    bankAccountId: string,
    query: RetrieveBankTransferOptionsOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<BankTransferOptions>> {
    return this.sender.send(
      RETRIEVE_BANK_TRANSFER_OPTIONS,
      { path: { bankAccountId }, options: query },
      call,
    );
  }

  /**
   * Fixes the options of a transfer and tells its fee. Moves no money: to repeat it only makes another `bankCommandId`.
   * Refused for an IBAN inside the service.
   *
   * @param options `amount` in minor units.
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api
   */
  createBankTransferFeeCommand(
    bankAccountId: string,
    options: CreateBankTransferFeeCommandOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<BankTransferFeeCommand>> {
    return this.sender.send(CREATE_BANK_TRANSFER_FEE_COMMAND, { path: { bankAccountId }, options }, call);
  }

  /**
   * Sends money from a wallet to a linked account. To an IBAN outside the service it is only taken on: event 768 now, 769
   * when the money has left the wallet. To one inside it is done at once.
   * There is no idempotency key: after `outcome: 'unknown'` look for the movement before repeating.
   * `forbidden`: other credentials than Account Transactions, or "Allow transfers between accounts" is off.
   *
   * @param options `amount` in minor units.
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api
   */
  executeBankTransfer(
    bankAccountId: string,
    options: ExecuteBankTransferOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<SentBankTransfer>> {
    return this.sender.send(EXECUTE_BANK_TRANSFER, { path: { bankAccountId }, options }, call);
  }
}
