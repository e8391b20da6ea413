import { BankTransfersMethods } from '../methods.generated.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { RetrieveBankAccountsOptions } from '../options.generated.js';
import { iterateBankAccounts } from './iterate-bank-accounts.js';
import type { BankAccount } from '../results.generated.js';

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
}
