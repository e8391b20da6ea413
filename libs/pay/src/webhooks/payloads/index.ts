import type { PayEventType, PayReconciledEventType } from '../event-types.js';
import type {
  AccountConnectedMembers,
  AccountTransactionMembers,
  AccountVerificationMembers,
} from './account.types.js';
import type { BankTransferMembers } from './bank-transfer.types.js';
import type { ObligationMembers, TransferMembers } from './marketplace.types.js';
import type { OrderExpiredMembers, OrderUpdatedMembers } from './order.types.js';
import type { PosSessionMembers } from './pos-session.types.js';
import type { SaleTransactionsMembers } from './sale-transactions.types.js';
import type { TransactionPriceMembers } from './transaction-price.types.js';
import type { TransactionMembers } from './transaction.types.js';
import type { Wire } from './wire.types.js';

export type { ExactInteger } from './wire.types.js';

/** The documented members of each event type's payload, before {@link Wire} makes them optional and nullable. */
export interface PayEventMembers {
  [PayEventType.CommandBankTransferCreated]: BankTransferMembers;
  [PayEventType.CommandBankTransferExecuted]: BankTransferMembers;
  [PayEventType.TransactionPaymentCreated]: TransactionMembers;
  [PayEventType.TransactionReversalCreated]: TransactionMembers;
  [PayEventType.TransactionFailed]: TransactionMembers;
  [PayEventType.TransactionPriceCalculated]: TransactionPriceMembers;
  [PayEventType.TransactionPosEcrSessionCreated]: PosSessionMembers;
  [PayEventType.TransactionPosEcrSessionFailed]: PosSessionMembers;
  [PayEventType.AccountTransactionCreated]: AccountTransactionMembers;
  [PayEventType.OrderUpdated]: OrderUpdatedMembers;
  [PayEventType.ObligationCreated]: ObligationMembers;
  [PayEventType.ObligationCaptured]: ObligationMembers;
  [PayEventType.SaleTransactions]: SaleTransactionsMembers;
  [PayEventType.AccountConnected]: AccountConnectedMembers;
  [PayEventType.AccountVerificationStatusChanged]: AccountVerificationMembers;
  [PayEventType.TransferCreated]: TransferMembers;
  [PayReconciledEventType.OrderExpired]: OrderExpiredMembers;
}

/** Payload of 1796, 1797 and 1798. */
export type TransactionPayload = Wire<TransactionMembers>;
/** Payload of 1799. */
export type TransactionPricePayload = Wire<TransactionPriceMembers>;
/** Payload of 1802 and 1803. Amounts in MINOR units. */
export type PosSessionPayload = Wire<PosSessionMembers>;
/** Payload of 2054. */
export type AccountTransactionPayload = Wire<AccountTransactionMembers>;
/** Payload of 768 and 769. */
export type BankTransferPayload = Wire<BankTransferMembers>;
/** Payload of 4865. */
export type OrderUpdatedPayload = Wire<OrderUpdatedMembers>;
/** Payload of OrderExpired, an event of this library. */
export type OrderExpiredPayload = Wire<OrderExpiredMembers>;
/** Payload of 8193. */
export type AccountConnectedPayload = Wire<AccountConnectedMembers>;
/** Payload of 8194. */
export type AccountVerificationPayload = Wire<AccountVerificationMembers>;
/** Payload of 8448. */
export type TransferPayload = Wire<TransferMembers>;
/** Payload of 5632 and 5633. */
export type ObligationPayload = Wire<ObligationMembers>;
/** Payload of 7936. */
export type SaleTransactionsPayload = Wire<SaleTransactionsMembers>;

/** The payload of each known event type. */
export type PayEventPayloads = { [Type in keyof PayEventMembers]: Wire<PayEventMembers[Type]> };
