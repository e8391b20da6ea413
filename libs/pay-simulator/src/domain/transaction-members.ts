import { panEntryMode } from './card-reading.js';
import { majorUnits } from './currencies.js';
import { resellerSourceCode } from './isv-share.js';
import type { MerchantAccount } from './merchant.js';
import type { Transaction } from './transaction.js';
import type { JsonValue } from './wire-json.js';

type Members = Readonly<Record<string, JsonValue>>;

/** Members of a transaction in every response and webhook. Amounts are in major units. @see contract/transactions.json */
export function commonMembers(transaction: Transaction): Members {
  const { card, currencyCode } = transaction;
  const amount = majorUnits(transaction.amount, currencyCode);
  return {
    bankId: card?.bankId ?? null,
    amount,
    conversionRate: 1,
    originalAmount: amount,
    originalCurrencyCode: currencyCode,
    sourceCode: transaction.sourceCode,
    switching: false,
    statusId: transaction.status,
    currencyCode,
    customerTrns: transaction.customerTrns,
    merchantTrns: transaction.merchantTrns,
    totalInstallments: transaction.installments,
    currentInstallment: 0,
  };
}

/** Members about the customer and the card, for a response or webhook without objects in it. */
export function customerMembers({ card, email, fullName, orderCode, type }: Transaction): Members {
  return {
    email,
    orderCode: BigInt(orderCode),
    fullName,
    cardNumber: card?.number ?? null,
    transactionTypeId: type,
    cardCountryCode: card && 'GR',
    cardUniqueReference: card?.uniqueReference ?? null,
    cardIssuingBank: card && 'Example Bank',
    cardTypeId: card?.typeId ?? null,
    cardExpirationDate: card?.expirationDate ?? null,
    digitalWalletId: null,
  };
}

/** Members that webhooks and the web host have in addition. */
export function accountMembers(transaction: Transaction, account: MerchantAccount): Members {
  const { card, currencyCode, isv, reading } = transaction;
  return {
    parentId: transaction.parentId,
    channelId: account.channelId,
    merchantId: account.credentials.merchant.merchantId,
    resellerId: (isv && account.isv)?.resellerId ?? null,
    tipAmount: majorUnits(transaction.tipAmount, currencyCode),
    transactionId: transaction.id,
    panEntryMode: panEntryMode(card, reading),
    isManualRefund: false,
    targetPersonId: null,
    acquirerApproved: transaction.status !== 'E',
    redeemedAmount: majorUnits(0, currencyCode),
    authorizationId: transaction.authorizationId,
    resellerSourceCode: resellerSourceCode(transaction),
    retrievalReferenceNumber: transaction.retrievalReferenceNumber,
  };
}
