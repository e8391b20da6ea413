import { athensWithOffset } from '../../domain/athens-time.js';
import { channelOf } from '../../domain/channels.js';
import { TRANSACTION_TYPES } from '../../domain/contract.generated.js';
import { terminalNumber } from '../../domain/card-reading.js';
import type { MerchantAccount } from '../../domain/merchant.js';
import type { Order } from '../../domain/order.js';
import type { Transaction } from '../../domain/transaction.js';
import { transactionValues } from '../../domain/transaction-members.js';
import type { JsonValue } from '../../domain/wire-json.js';
import { membersOf } from '../members-of.js';

/** @see contract/behaviour/transactions.yaml enums.CardTypeId */
const UNKNOWN_CARD_TYPE = 5;

/** Formats a transaction for the older endpoints, with its order, payment and card. For cash, the members of the card are null. @see contract/openapi/transactions.yaml transactions.getLegacyTransactions */
export function legacyTransaction(
  transaction: Transaction,
  order: Order,
  account: MerchantAccount,
): JsonValue {
  const { card, clearedAt, createdAt, reading, type } = transaction;
  const values = transactionValues(transaction, account);
  return membersOf('transactions.getLegacyTransactions/Transactions[]', {
    ...values,
    insDate: athensWithOffset(createdAt),
    clearanceDate: clearedAt === null ? null : athensWithOffset(clearedAt),
    sourceTerminalId: terminalNumber(reading),
    order: membersOf('transactions.getLegacyTransactions/Transactions[].Order', {
      ...order,
      orderCode: BigInt(order.code),
      channelId: channelOf(order),
      requestLang: order.language,
      resellerId: order.isv && account.isv?.resellerId,
      resellerSourceCode: order.isv?.resellerSourceCode,
    }),
    payment: membersOf('transactions.getLegacyTransactions/Transactions[].Payment', values),
    transactionType: { Name: typeName(type), TransactionTypeId: type },
    creditCard: membersOf('transactions.getLegacyTransactions/Transactions[].CreditCard', {
      token: card?.uniqueReference,
      number: card?.number,
      countryCode: values.cardCountryCode,
      issuingBank: values.cardIssuingBank,
      cardHolderName: card?.holderName,
      expirationDate: card?.expirationDate,
      cardType: {
        Name: card?.scheme.toUpperCase() ?? 'UNKNOWN',
        CardTypeId: card?.typeId ?? UNKNOWN_CARD_TYPE,
      },
    }),
  });
}

/** Converts `Card charge` to `CardCharge`, as in the recorded sample. */
function typeName(type: number): string {
  const words = (TRANSACTION_TYPES[type] ?? 'Unknown').match(/[A-Za-z]+/g) ?? [];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
