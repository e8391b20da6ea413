import { operations } from '../define-operation.js';
import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { WalletIdInput } from '../wallet-id.js';
import type { LinkLegacyBankAccountOptions, OutgoingBankTransferOptions } from '../options.generated.js';
import type { LegacyBankAccount, OutgoingBankTransfer } from '../results.generated.js';

/**
 * Links bank accounts and sends money to them, through the service's older calls (Basic auth). Deprecated by the
 * service: use `bankTransfers`.
 */
export class PayLegacyBankAccounts extends Area {
  /**
   * Links a beneficiary's IBAN. After `outcome: 'unknown'`, list the accounts before you repeat the call.
   *
   * @deprecated Deprecated by the service. Use `bankTransfers.linkBankAccount`.
   * @example
   * const linked = await pay.legacyBankAccounts.linkBankAccount({ iban, beneficiaryName: 'Jane Roe Ltd' });
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api-deprecated
   */
  linkBankAccount(
    options: LinkLegacyBankAccountOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyBankAccount>> {
    return this.sender.send(operations['legacyBankAccounts.linkBankAccount'], { options }, call);
  }

  /**
   * Lists all linked bank accounts.
   *
   * @deprecated Deprecated by the service. Use `bankTransfers.retrieveBankAccounts`.
   * @example
   * const accounts = await pay.legacyBankAccounts.retrieveBankAccounts();
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api-deprecated
   */
  retrieveBankAccounts(call?: CallOptions): Promise<MethodReturn<LegacyBankAccount[]>> {
    return this.sender.send(operations['legacyBankAccounts.retrieveBankAccounts'], {}, call);
  }

  /**
   * Reads one linked bank account. Fails with `notfound` if the merchant has no account with that ID.
   *
   * @deprecated Deprecated by the service. Use `bankTransfers.retrieveBankAccountById`.
   * @example
   * const account = await pay.legacyBankAccounts.retrieveBankAccountById(bankAccountId);
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api-deprecated
   */
  retrieveBankAccountById(
    bankAccountId: string,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyBankAccount>> {
    return this.sender.send(
      operations['legacyBankAccounts.retrieveBankAccountById'],
      { path: { bankAccountId } },
      call,
    );
  }

  /**
   * Removes a linked bank account. It is not documented whether the service deletes or archives it. The result has
   * no payload.
   *
   * @deprecated Deprecated by the service. Use `bankTransfers.updateBankAccount` with `archive`.
   * @example
   * const removed = await pay.legacyBankAccounts.unlinkBankAccount(bankAccountId);
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api-deprecated
   */
  unlinkBankAccount(bankAccountId: string, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(
      operations['legacyBankAccounts.unlinkBankAccount'],
      { path: { bankAccountId } },
      call,
    );
  }

  /**
   * Sends money from a wallet to a linked account. If the result has no payload, events 768, 769 or 2054 report the
   * transfer.
   * Fails with `rejected` if the balance is too low or the currencies differ, and with `forbidden` if "Allow transfers
   * between accounts" is off.
   * Pass the call option `idempotencyKey`, so that no second call sends the money again. No read shows what happened
   * after `outcome: 'unknown'`: look for the movement.
   *
   * @param options `amount` is in minor units.
   * @deprecated Deprecated by the service. Use `bankTransfers.executeBankTransfer`.
   * @example
   * const sent = await pay.legacyBankAccounts.outgoingBankTransfer(walletId, bankAccountId, {
   *   amount: 5000, // minor units
   *   description: 'Invoice 2026-03',
   *   trySendInstant: false,
   * });
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api-deprecated
   */
  outgoingBankTransfer(
    walletId: WalletIdInput,
    bankAccountId: string,
    options: OutgoingBankTransferOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<OutgoingBankTransfer | null>> {
    return this.sender.send(
      operations['legacyBankAccounts.outgoingBankTransfer'],
      { path: { walletId, bankAccountId }, options },
      call,
    );
  }
}
