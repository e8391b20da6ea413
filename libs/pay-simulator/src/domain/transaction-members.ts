import { panEntryMode } from './card-reading.js';
import { channelOf } from './channels.js';
import { majorUnits } from './currencies.js';
import { resellerSourceCode } from './isv-share.js';
import type { MerchantAccount } from './merchant.js';
import type { Transaction } from './transaction.js';

/**
 * Returns the values of a transaction by the service's names, for responses and webhooks that choose from them. Amounts are in major
 * units. @see contract/openapi/transactions.yaml
 */
export function transactionValues(transaction: Transaction, account: MerchantAccount) {
  const { card, currencyCode, isv, reading } = transaction;
  const zero = majorUnits(0, currencyCode);
  const major = (minor: number) => (minor === 0 ? zero : majorUnits(minor, currencyCode));
  const [amount, fee, commission] = [transaction.amount, transaction.fee, transaction.commission].map(major);
  return {
    transactionId: transaction.id,
    ...transaction,
    transactionTypeId: transaction.type,
    statusId: transaction.status,
    orderCode: BigInt(transaction.orderCode),
    merchantId: account.credentials.merchant.merchantId,
    channelId: channelOf(transaction),
    resellerId: (isv && account.isv)?.resellerId,
    resellerSourceCode: resellerSourceCode(transaction),
    amount,
    conversionRate: 1,
    originalAmount: amount,
    originalCurrencyCode: currencyCode,
    tipAmount: major(transaction.tipAmount),
    fee,
    totalFee: fee,
    commission,
    totalCommission: commission,
    redeemedAmount: zero,
    switching: false,
    isManualRefund: false,
    acquirerApproved: transaction.status !== 'E',
    totalInstallments: transaction.installments,
    currentInstallment: 0,
    bankId: card?.bankId,
    cardNumber: card?.number,
    cardTypeId: card?.typeId,
    cardCountryCode: card && 'GR',
    cardIssuingBank: card && 'Example Bank',
    cardUniqueReference: card?.uniqueReference,
    cardExpirationDate: card?.expirationDate,
    panEntryMode: panEntryMode(card, reading),
  };
}
