import { BankTransfersMethods } from '../methods.generated.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { EXECUTE_BANK_TRANSFER, UPDATE_BANK_ACCOUNT } from './bank-transfers.operations.js';
import type {
  ExecuteBankTransferOptions,
  RetrieveBankAccountsOptions,
  UpdateBankAccountOptions,
} from '../options.generated.js';
import { iterateBankAccounts } from './iterate-bank-accounts.js';
import type { BankAccount, SentBankTransfer, UpdatedBankAccount } from '../results.generated.js';

/**
 * Links bank accounts, and sends money to them from wallets.
 * Requires Account Transactions credentials. All calls fail with `forbidden` with checkout credentials.
 */
export class PayBankTransfers extends BankTransfersMethods {
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
