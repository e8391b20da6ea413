import { currencyLetters } from '../../domain/currencies.js';
import type { MerchantAccount } from '../../domain/merchant.js';
import type { Transaction } from '../../domain/transaction.js';
import type { JsonValue } from '../../domain/wire-json.js';

/** Creates the common members of responses to payments at the counter. The unit of amounts is not documented; they are in minor units, as in the request. */
export function counterReceipt(
  { amount, currencyCode, email, fee, id, orderCode, counter }: Transaction,
  { companyName }: MerchantAccount,
): Record<string, JsonValue> {
  return {
    transactionId: id,
    orderCode: BigInt(orderCode),
    amount,
    email,
    onTopFee: fee,
    totalFee: fee,
    tags: counter?.tags ?? [],
    companyName,
    serviceFee: 0,
    channelName: null,
    currencyCode,
    currencyName: currencyLetters(currencyCode),
    resellerFee: 0,
    collectionFee: 0,
    clearanceDate: null,
    amountWithoutFee: amount - fee,
    resellerSourceName: counter?.resellerSourceCode ?? null,
    merchantReceiptUrl: null,
    totalConversionFee: 0,
    resellerSourceAddress: null,
  };
}
