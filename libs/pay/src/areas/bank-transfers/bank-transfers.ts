import { operations } from '../define-operation.js';
import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { EXECUTE_BANK_TRANSFER, UPDATE_BANK_ACCOUNT } from './bank-transfers.operations.js';
import type {
  CreateBankTransferFeeCommandOptions,
  ExecuteBankTransferOptions,
  LinkBankAccountOptions,
  RetrieveBankAccountsOptions,
  RetrieveBankTransferOptionsOptions,
  UpdateBankAccountOptions,
} from '../options.generated.js';
import { iterateBankAccounts } from './iterate-bank-accounts.js';
import type {
  BankAccount,
  BankTransferFeeCommand,
  BankTransferOptions,
  LinkedBankAccount,
  SentBankTransfer,
  UpdatedBankAccount,
} from '../results.generated.js';

/**
 * Links bank accounts, and sends money to them from wallets.
 * Requires Account Transactions credentials. All calls fail with `forbidden` with checkout credentials.
 */
export class PayBankTransfers extends Area {
  /**
   * Links a beneficiary's IBAN. The service checks the IBAN as well.
   * The effect of linking the same IBAN twice is not documented: after `outcome: 'unknown'`, first list the
   * accounts with this `iban`.
   *
   * @example
   * const linked = await pay.bankTransfers.linkBankAccount({
   *   iban, // without spaces, in your own currency
   *   beneficiaryName: 'Jane Roe Ltd',
   *   friendlyName: 'Main supplier',
   * });
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api
   */
  linkBankAccount(
    options: LinkBankAccountOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<LinkedBankAccount>> {
    return this.sender.send(operations['bankTransfers.linkBankAccount'], { options }, call);
  }

  /**
   * Lists linked bank accounts, one page per call. There is no total: the last page is shorter than `maxResults`.
   *
   * @example
   * const accounts = await pay.bankTransfers.retrieveBankAccounts({ iban });
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api
   */
  retrieveBankAccounts(
    query: RetrieveBankAccountsOptions = {},
    call?: CallOptions,
  ): Promise<MethodReturn<BankAccount[]>> {
    return this.sender.send(operations['bankTransfers.retrieveBankAccounts'], { options: query }, call);
  }

  /**
   * Iterates over all matching linked bank accounts, page by page. A page has 100 accounts unless `maxResults` is
   * set.
   *
   * @throws PayError with the failure's fields, if a page cannot be read.
   * @example
   * for await (const account of pay.bankTransfers.iterateBankAccounts()) {
   *   if (!account.isArchived) ibans.push(account.iban);
   * }
   */
  iterateBankAccounts(
    query: RetrieveBankAccountsOptions = {},
    call?: CallOptions,
  ): AsyncGenerator<BankAccount, void, void> {
    return iterateBankAccounts((page) => this.retrieveBankAccounts(page, call), query);
  }

  /**
   * Reads one linked bank account. Fails with `notfound` if these credentials have no account with that ID.
   *
   * @example
   * const account = await pay.bankTransfers.retrieveBankAccountById(bankAccountId);
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api
   */
  retrieveBankAccountById(bankAccountId: string, call?: CallOptions): Promise<MethodReturn<BankAccount>> {
    return this.sender.send(
      operations['bankTransfers.retrieveBankAccountById'],
      { path: { bankAccountId } },
      call,
    );
  }

  /**
   * Archives or restores a linked account, or changes its names. Accounts cannot be deleted.
   *
   * @example
   * const updated = await pay.bankTransfers.updateBankAccount(bankAccountId, { archive: true });
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
   * Retrieves the ways in which an amount (in minor units) can be sent.
   * The service rejects the call for an IBAN inside the service (`isVivaIban`): execute the transfer directly.
   *
   * @example
   * const options = await pay.bankTransfers.retrieveBankTransferOptions(bankAccountId, { amount: 5000 });
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api
   */
  retrieveBankTransferOptions(
    bankAccountId: string,
    query: RetrieveBankTransferOptionsOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<BankTransferOptions>> {
    return this.sender.send(
      operations['bankTransfers.retrieveBankTransferOptions'],
      { path: { bankAccountId }, options: query },
      call,
    );
  }

  /**
   * Creates a fee command, which fixes the options of a transfer and returns its fee. Moves no money.
   * A repeat only creates another `bankCommandId`. The service rejects the call for an IBAN inside the service.
   *
   * @param options `amount` is in minor units.
   * @example
   * const command = await pay.bankTransfers.createBankTransferFeeCommand(bankAccountId, {
   *   amount: 5000, // minor units
   *   walletId,
   *   instructionType: InstructionType.Shared,
   * });
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api
   */
  createBankTransferFeeCommand(
    bankAccountId: string,
    options: CreateBankTransferFeeCommandOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<BankTransferFeeCommand>> {
    return this.sender.send(
      operations['bankTransfers.createBankTransferFeeCommand'],
      { path: { bankAccountId }, options },
      call,
    );
  }

  /**
   * Sends money from a wallet to a linked account.
   * To an IBAN outside the service, success means that the transfer is accepted: the service sends event 768, then
   * 769 once the money has left the wallet. To an IBAN inside the service, the transfer is immediate.
   * Fails with `rejected` if the available balance is too low, the currencies differ or the account is archived. Fails
   * with `forbidden` with other credentials than Account Transactions, or if "Allow transfers between accounts" is off.
   * Pass the call option `idempotencyKey`, so that no second call sends the money again. No read shows what happened
   * after `outcome: 'unknown'`: look for the movement.
   *
   * @param options `amount` is in minor units.
   * @example
   * const sent = await pay.bankTransfers.executeBankTransfer(bankAccountId, {
   *   amount: 5000, // minor units
   *   walletId,
   *   description: 'Invoice 2026-03',
   * });
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
