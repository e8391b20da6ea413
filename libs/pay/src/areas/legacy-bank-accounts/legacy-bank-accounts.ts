import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { WalletIdInput } from '../wallets/wallets.types.js';
import {
  LINK_LEGACY_BANK_ACCOUNT,
  OUTGOING_BANK_TRANSFER,
  RETRIEVE_LEGACY_BANK_ACCOUNT_BY_ID,
  RETRIEVE_LEGACY_BANK_ACCOUNTS,
  UNLINK_BANK_ACCOUNT,
} from './legacy-bank-accounts.operations.js';
import type {
  LegacyBankAccount,
  LinkLegacyBankAccountOptions,
  OutgoingBankTransfer,
  OutgoingBankTransferOptions,
} from './legacy-bank-accounts.types.js';

/** Bank accounts through the service's older calls (Basic auth): deprecated by the service, for `bankTransfers`. */
export class PayLegacyBankAccounts extends Area {
  /**
   * Links a beneficiary's IBAN. After `outcome: 'unknown'` list the accounts before repeating.
   *
   * @deprecated by the service; use `bankTransfers.linkBankAccount`.
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api-deprecated
   */
  linkBankAccount(
    options: LinkLegacyBankAccountOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyBankAccount>> {
    return this.sender.send(LINK_LEGACY_BANK_ACCOUNT, { options }, call);
  }

  /**
   * Lists all linked bank accounts.
   *
   * @deprecated by the service; use `bankTransfers.retrieveBankAccounts`.
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api-deprecated
   */
  retrieveBankAccounts(call?: CallOptions): Promise<MethodReturn<LegacyBankAccount[]>> {
    return this.sender.send(RETRIEVE_LEGACY_BANK_ACCOUNTS, {}, call);
  }

  /**
   * Reads one linked bank account. `notfound` when the merchant has none with that id.
   *
   * @deprecated by the service; use `bankTransfers.retrieveBankAccountById`.
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api-deprecated
   */
  retrieveBankAccountById(
    bankAccountId: string,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyBankAccount>> {
    return this.sender.send(RETRIEVE_LEGACY_BANK_ACCOUNT_BY_ID, { path: { bankAccountId } }, call);
  }

  /**
   * Removes a linked bank account; whether the service deletes or archives it is not documented. The answer has no payload.
   *
   * @deprecated by the service; use `bankTransfers.updateBankAccount` with `archive`.
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api-deprecated
   */
  unlinkBankAccount(bankAccountId: string, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(UNLINK_BANK_ACCOUNT, { path: { bankAccountId } }, call);
  }

  /**
   * Sends money from a wallet to a linked account. Success may come without a payload: then events 768, 769 or 2054 tell.
   * There is no idempotency key: after `outcome: 'unknown'` look for the movement before repeating.
   * `forbidden`: "Allow transfers between accounts" is off.
   *
   * @param options `amount` in minor units.
   * @deprecated by the service; use `bankTransfers.executeBankTransfer`.
   * @see https://developer.viva.com/apis-for-payments/bank-transfer-api-deprecated
   */
  outgoingBankTransfer(
    walletId: WalletIdInput,
    bankAccountId: string,
    options: OutgoingBankTransferOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<OutgoingBankTransfer | null>> {
    return this.sender.send(OUTGOING_BANK_TRANSFER, { path: { walletId, bankAccountId }, options }, call);
  }
}
