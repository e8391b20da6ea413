import { athensLocal, athensWithOffset } from '../domain/athens-time.js';
import type { BankTransfer } from '../domain/bank-transfer.js';
import { majorUnits } from '../domain/currencies.js';
import type { MerchantAccount } from '../domain/merchant.js';
import { MovementSubType } from '../domain/contract.generated.js';
import type { Movement } from '../domain/movement.js';
import type { Obligation } from '../domain/obligation.js';
import { pickMembers, type Members } from '../domain/wire-json.js';
import { EVENT_MEMBERS } from './event-members.generated.js';

/** Movement type for a balance change. */
const BALANCE_CHANGE = 20;

/** Labels of movement kinds (inferred from the documented label). */
const TAGS: Readonly<Record<number, string>> = {
  [MovementSubType.PayOutIBAN]: 'PayOutIban',
  [MovementSubType.IBANPayoutFee]: 'PayOutIbanFee',
};

/** Creates the payload of event 2054. Amounts are in major units; `Created` is local time without an offset. @see contract/openapi/wallets.yaml */
export function accountTransactionData(movement: Movement): Members {
  const { wallet, balanceAfter } = movement;
  const major = (minor: number | bigint) => majorUnits(minor, wallet.currencyCode);
  return pickMembers(EVENT_MEMBERS.AccountTransaction, {
    ...movement,
    tag: TAGS[movement.subTypeId],
    personId: wallet.ownerId,
    walletId: BigInt(wallet.id),
    amount: major(movement.amount),
    statusId: 'F',
    created: athensLocal(movement.createdAt),
    currencyCode: wallet.currencyCode,
    targetAmount: major(balanceAfter.available + balanceAfter.reserved),
    targetReserved: major(balanceAfter.reserved),
    targetAvailable: major(balanceAfter.available),
    targetOverdraft: major(0),
    walletTransactionId: movement.id,
    typeId: BALANCE_CHANGE,
  });
}

/** Creates the payload of events 768 and 769. Amounts are in major units. @see contract/webhooks.yaml */
export function bankTransferData(transfer: BankTransfer, merchant: MerchantAccount): Members {
  const { wallet, account } = transfer;
  return pickMembers(EVENT_MEMBERS.BankTransfer, {
    ...account,
    ...transfer,
    fee: majorUnits(transfer.fee, wallet.currencyCode),
    amount: majorUnits(transfer.amount, wallet.currencyCode),
    personId: wallet.ownerId,
    walletId: BigInt(wallet.id),
    walletName: wallet.name,
    displayName: merchant.companyTitle,
    bankAccountName: account.friendlyName,
    bankAccountBankName: 'Example Bank',
    personRoles: ['ViewBalance', 'Merchant', 'AllowBankTransfers'],
  });
}

/** Creates the members of events 5632 and 5633, which have no envelope. @see contract/behaviour/legacy-misc.yaml events */
export function obligationData(obligation: Obligation): Members {
  const { wallet, target, completedAt } = obligation;
  return pickMembers(EVENT_MEMBERS.Obligation, {
    ...obligation,
    personId: wallet.ownerId,
    walletId: BigInt(wallet.id),
    amount: majorUnits(obligation.amount, wallet.currencyCode),
    obligationId: obligation.id,
    targetPersonId: target.ownerId,
    targetWalletId: BigInt(target.id),
    created: athensWithOffset(obligation.createdAt),
    completed: completedAt === null ? null : athensWithOffset(completedAt),
    walletTransactionSubTypeId: MovementSubType.ObligationCaptured,
  });
}
