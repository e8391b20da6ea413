import { currencyLetters } from '../../domain/currencies.js';
import type { MerchantAccount } from '../../domain/merchant.js';
import type { Transaction } from '../../domain/transaction.js';

/** Returns the values of responses to payments at the counter. The unit of amounts is not documented; they are in minor units, as in the request. */
export function receiptValues(
  transaction: Transaction,
  { companyName, credentials }: MerchantAccount,
): object {
  const { amount, counter, currencyCode, fee, id, orderCode } = transaction;
  return {
    ...transaction,
    transactionId: id,
    orderCode: BigInt(orderCode),
    merchantId: credentials.merchant.merchantId,
    companyName,
    currencyName: currencyLetters(currencyCode),
    amountWithoutFee: amount - fee,
    onTopFee: fee,
    totalFee: fee,
    billFee: 0,
    serviceFee: 0,
    resellerFee: 0,
    collectionFee: 0,
    totalConversionFee: 0,
    tags: counter?.tags ?? [],
    resellerSourceName: counter?.resellerSourceCode,
  };
}
