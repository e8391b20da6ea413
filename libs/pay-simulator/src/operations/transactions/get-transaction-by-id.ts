import { athensWithOffset } from '../../domain/athens-time.js';
import { majorUnits } from '../../domain/currencies.js';
import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';

/** Returns a transaction without its ID. Amounts are in major units. @see contract/transactions.json transactions.getTransactionById */
export const getTransactionById =
  ({ transactions }: AccountServices): OperationHandler =>
  ({ path }) => {
    const transaction = transactions.find(path.transactionId ?? '');
    if (!transaction) return { status: 404, json: { status: 404, message: null, eventId: '0' } };
    const { card, currencyCode } = transaction;
    const amount = majorUnits(transaction.amount, currencyCode);
    return {
      status: 200,
      json: {
        email: transaction.email,
        bankId: card?.bankId ?? null,
        amount,
        conversionRate: 1,
        originalAmount: amount,
        originalCurrencyCode: currencyCode,
        sourceCode: transaction.sourceCode,
        switching: false,
        orderCode: BigInt(transaction.orderCode),
        statusId: transaction.status,
        fullName: transaction.fullName,
        insDate: athensWithOffset(transaction.createdAt),
        cardNumber: card?.number ?? null,
        currencyCode,
        customerTrns: transaction.customerTrns,
        merchantTrns: transaction.merchantTrns,
        transactionTypeId: transaction.type,
        recurringSupport: transaction.recurringSupport,
        totalInstallments: transaction.installments,
        cardCountryCode: card && 'GR',
        cardUniqueReference: card?.uniqueReference ?? null,
        cardIssuingBank: card && 'Example Bank',
        currentInstallment: 0,
        cardTypeId: card?.typeId ?? null,
        cardExpirationDate: card?.expirationDate ?? null,
        digitalWalletId: null,
      },
    };
  };
