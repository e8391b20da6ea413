import { majorUnits } from '../domain/currencies.js';
import type { FundsTransferEvent } from '../domain/events.js';
import type { MerchantAccount } from '../domain/merchant.js';
import type { JsonValue } from '../domain/wire-json.js';

/** The only documented transfer type. */
const TRANSFER_TYPE = 1;

/** Creates the payload of event 8448. The amount is in major units. @see contract/webhook-events.json */
export function fundsTransferData(
  { funds, target }: FundsTransferEvent,
  account: MerchantAccount,
): Readonly<Record<string, JsonValue>> {
  return {
    PersonId: account.credentials.merchant.merchantId,
    Amount: majorUnits(funds.amount, target.currencyCode),
    ParentId: funds.parentId,
    TransferId: funds.id,
    CurrencyCode: target.currencyCode,
    TargetWalletId: BigInt(target.id),
    TargetPersonId: target.ownerId,
    TransactionId: funds.paymentId,
    Executed: funds.executedAt === null ? null : new Date(funds.executedAt).toISOString(),
    DebitWalletTransactionId: funds.debitId,
    CreditWalletTransactionId: funds.creditId,
    TransferTypeId: TRANSFER_TYPE,
  };
}
