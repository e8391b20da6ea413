import { athensLocal, athensWithOffset } from '../domain/athens-time.js';
import type { BankTransfer } from '../domain/bank-transfer.js';
import { majorUnits } from '../domain/currencies.js';
import type { MerchantAccount } from '../domain/merchant.js';
import { MovementSubType } from '../domain/contract.generated.js';
import type { Movement } from '../domain/movement.js';
import type { Obligation } from '../domain/obligation.js';
import type { JsonValue } from '../domain/wire-json.js';

/** Movement type for a balance change. */
const BALANCE_CHANGE = 20;

/** Labels of movement kinds (inferred from the documented label). */
const TAGS: Readonly<Record<number, string>> = {
  [MovementSubType.PayOutIBAN]: 'PayOutIban',
  [MovementSubType.IBANPayoutFee]: 'PayOutIbanFee',
};

/** Creates the payload of event 2054. Amounts are in major units; `Created` is local time without an offset. @see contract/wallets.json */
export function accountTransactionData(movement: Movement): Readonly<Record<string, JsonValue>> {
  const { wallet, balanceAfter } = movement;
  const major = (minor: number | bigint) => majorUnits(minor, wallet.currencyCode);
  return {
    Tag: TAGS[movement.subTypeId] ?? null,
    Iban: movement.iban ?? null,
    PersonId: wallet.ownerId,
    WalletId: BigInt(wallet.id),
    BankId: null,
    ParentId: movement.parentId,
    Amount: major(movement.amount),
    IsInternal: movement.isInternal,
    StatusId: 'F',
    Created: athensLocal(movement.createdAt),
    CardNumber: null,
    Description: movement.description,
    ValueDate: null,
    BankAccountId: movement.bankAccountId ?? null,
    CurrencyCode: wallet.currencyCode,
    TargetAmount: major(balanceAfter.available + balanceAfter.reserved),
    SaleTransactionId: movement.saleTransactionId ?? null,
    TargetReserved: major(balanceAfter.reserved),
    TargetAvailable: major(balanceAfter.available),
    TargetOverdraft: major(0),
    WalletTransactionId: movement.id,
    InternalDescription: null,
    TypeId: BALANCE_CHANGE,
    SubTypeId: movement.subTypeId,
  };
}

/** Creates the payload of events 768 and 769. Amounts are in major units. @see contract/webhook-events.json */
export function bankTransferData(
  transfer: BankTransfer,
  merchant: MerchantAccount,
): Readonly<Record<string, JsonValue>> {
  const { wallet, account } = transfer;
  return {
    Fee: majorUnits(transfer.fee, wallet.currencyCode),
    Iban: account.iban,
    PersonId: wallet.ownerId,
    WalletId: BigInt(wallet.id),
    Amount: majorUnits(transfer.amount, wallet.currencyCode),
    CommandId: transfer.commandId,
    IsInstant: transfer.isInstant,
    WalletName: wallet.name,
    Description: transfer.description,
    DisplayName: merchant.companyTitle,
    CountryCode: account.countryCode,
    CurrencyCode: wallet.currencyCode,
    BankCommandId: transfer.bankCommandId,
    PersonLastName: null,
    PersonFirstName: null,
    BankAccountName: account.friendlyName,
    BeneficiaryName: account.beneficiaryName,
    PersonRoles: ['ViewBalance', 'Merchant', 'AllowBankTransfers'],
    WalletTransactionId: transfer.walletTransactionId,
    BankAccountBankName: 'Example Bank',
  };
}

/** Creates the members of events 5632 and 5633, which have no envelope. @see contract/legacy-misc.json events */
export function obligationData(obligation: Obligation): Readonly<Record<string, JsonValue>> {
  const { wallet, target } = obligation;
  return {
    PersonId: wallet.ownerId,
    WalletId: BigInt(wallet.id),
    Amount: majorUnits(obligation.amount, wallet.currencyCode),
    CaptureId: obligation.captureId,
    ObligationId: obligation.id,
    CurrencyCode: wallet.currencyCode,
    TargetPersonId: target.ownerId,
    TargetWalletId: BigInt(target.id),
    CancellationId: null,
    Created: athensWithOffset(obligation.createdAt),
    Completed: obligation.completedAt === null ? null : athensWithOffset(obligation.completedAt),
    WalletTransactionSubTypeId: MovementSubType.ObligationCaptured,
  };
}
