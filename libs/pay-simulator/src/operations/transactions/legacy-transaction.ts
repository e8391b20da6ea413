import { athensWithOffset } from '../../domain/athens-time.js';
import { TRANSACTION_TYPES } from '../../domain/contract.generated.js';
import { terminalNumber } from '../../domain/card-reading.js';
import { majorUnits } from '../../domain/currencies.js';
import type { MerchantAccount } from '../../domain/merchant.js';
import type { Order } from '../../domain/order.js';
import type { Transaction } from '../../domain/transaction.js';
import { accountMembers, commonMembers } from '../../domain/transaction-members.js';
import { inPascalCase, type JsonValue } from '../../domain/wire-json.js';

/** @see contract/transactions.json enums.CardTypeId */
const UNKNOWN_CARD_TYPE = 5;

/** Formats a transaction for the older endpoints, with its order, payment and card. For cash, the members of the card are null. @see contract/transactions.json transactions.getLegacyTransactions */
export function legacyTransaction(
  transaction: Transaction,
  order: Order,
  account: MerchantAccount,
): JsonValue {
  const { card, currencyCode, reading } = transaction;
  const major = (minor: number) => majorUnits(minor, currencyCode);
  const { channelId: ChannelId } = account;
  const resellerId = account.isv?.resellerId ?? null;
  return {
    ...inPascalCase({ ...commonMembers(transaction), ...accountMembers(transaction, account) }),
    Fee: major(transaction.fee),
    InsDate: athensWithOffset(transaction.createdAt),
    CreatedBy: null,
    Commission: major(transaction.commission),
    SourceTerminalId: terminalNumber(reading),
    ClearanceDate: transaction.clearedAt === null ? null : athensWithOffset(transaction.clearedAt),
    Order: {
      OrderCode: BigInt(order.code),
      ChannelId,
      ResellerId: order.isv ? resellerId : null,
      SourceCode: order.sourceCode,
      Tags: order.tags,
      RequestLang: order.language,
      ResellerSourceCode: order.isv?.resellerSourceCode ?? null,
    },
    Payment: {
      Email: transaction.email,
      Phone: transaction.phone,
      ChannelId,
      FullName: transaction.fullName,
      Installments: transaction.installments,
      RecurringSupport: transaction.recurringSupport,
    },
    TransactionType: { Name: typeName(transaction.type), TransactionTypeId: transaction.type },
    CreditCard: {
      Token: card?.uniqueReference ?? null,
      Number: card?.number ?? null,
      CountryCode: card && 'GR',
      IssuingBank: card && 'Example Bank',
      CardHolderName: card?.holderName ?? null,
      ExpirationDate: card?.expirationDate ?? null,
      CardType: {
        Name: card?.scheme.toUpperCase() ?? 'UNKNOWN',
        CardTypeId: card?.typeId ?? UNKNOWN_CARD_TYPE,
      },
    },
  };
}

/** Converts `Card charge` to `CardCharge`, as in the recorded sample. */
function typeName(type: number): string {
  const words = (TRANSACTION_TYPES[type] ?? 'Unknown').match(/[A-Za-z]+/g) ?? [];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
