import type { PayEventType, PayReconciledEventType } from '../../webhooks/event-types.js';
import type { ReceivedPayEvent } from '../../webhooks/received-event.js';

// Each name is the key of the event type with `Event`. A leading `Transaction` is left out if the rest says enough.

/** Event 768: a transfer to an external IBAN was created and has not run yet. */
export type CommandBankTransferCreatedEvent = ReceivedPayEvent<
  typeof PayEventType.CommandBankTransferCreated
>;

/** Event 769: the transfer ran. An instant one has arrived; another one has left the wallet. */
export type CommandBankTransferExecutedEvent = ReceivedPayEvent<
  typeof PayEventType.CommandBankTransferExecuted
>;

/** Event 1796: a customer's payment succeeded. */
export type PaymentCreatedEvent = ReceivedPayEvent<typeof PayEventType.TransactionPaymentCreated>;

/** Event 1797: a refund or void succeeded. Its TransactionId is the refund's own; the payment is ParentId. */
export type ReversalCreatedEvent = ReceivedPayEvent<typeof PayEventType.TransactionReversalCreated>;

/** Event 1798: an attempt to pay failed. Not final: a payment of the same order may follow. */
export type TransactionFailedEvent = ReceivedPayEvent<typeof PayEventType.TransactionFailed>;

/** Event 1799: the service took its commission for a transaction. */
export type PriceCalculatedEvent = ReceivedPayEvent<typeof PayEventType.TransactionPriceCalculated>;

/** Event 1802: a cloud terminal session ended with a payment. */
export type PosEcrSessionCreatedEvent = ReceivedPayEvent<typeof PayEventType.TransactionPosEcrSessionCreated>;

/** Event 1803: a cloud terminal session ended without a payment. */
export type PosEcrSessionFailedEvent = ReceivedPayEvent<typeof PayEventType.TransactionPosEcrSessionFailed>;

/** Event 2054: the balance of a wallet changed. */
export type AccountTransactionCreatedEvent = ReceivedPayEvent<typeof PayEventType.AccountTransactionCreated>;

/** Event 4865: an order was canceled. Not sent when an order expires. */
export type OrderUpdatedEvent = ReceivedPayEvent<typeof PayEventType.OrderUpdated>;

/** Event 5632: a marketplace obligation was sent to the seller (deprecated). */
export type ObligationCreatedEvent = ReceivedPayEvent<typeof PayEventType.ObligationCreated>;

/** Event 5633: a marketplace obligation was paid (deprecated). */
export type ObligationCapturedEvent = ReceivedPayEvent<typeof PayEventType.ObligationCaptured>;

/** Event 7936: a requested report file is ready. It is the only signed delivery. */
export type SaleTransactionsEvent = ReceivedPayEvent<typeof PayEventType.SaleTransactions>;

/** Event 8193: an account was connected to the platform or ISV. */
export type AccountConnectedEvent = ReceivedPayEvent<typeof PayEventType.AccountConnected>;

/** Event 8194: the verification status of a connected account changed, in either direction. Live only. */
export type AccountVerificationStatusChangedEvent = ReceivedPayEvent<
  typeof PayEventType.AccountVerificationStatusChanged
>;

/** Event 8448: a marketplace transfer was created, executed or not. */
export type TransferCreatedEvent = ReceivedPayEvent<typeof PayEventType.TransferCreated>;

/** An order expired before it was paid. The service sends no webhook for this. Only `PayReconciler` creates it. */
export type OrderExpiredEvent = ReceivedPayEvent<typeof PayReconciledEventType.OrderExpired>;
