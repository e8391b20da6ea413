/**
 * Known event types of the service by name. A delivery may have an ID that is not listed here.
 *
 * @see https://developer.viva.com/webhooks-for-payments
 */
export const PayEventType = {
  /** A transfer to an external IBAN was created and has not run yet. */
  CommandBankTransferCreated: 768,
  /** The transfer ran. An instant one has arrived; another one has left the wallet. */
  CommandBankTransferExecuted: 769,
  /** A customer's payment succeeded. */
  TransactionPaymentCreated: 1796,
  /** A refund or void succeeded. Its TransactionId is the refund's own; the payment is ParentId. */
  TransactionReversalCreated: 1797,
  /** An attempt to pay failed. Not final: a payment of the same order may follow. */
  TransactionFailed: 1798,
  /** The service took its commission for a transaction. */
  TransactionPriceCalculated: 1799,
  /** A cloud terminal session ended with a payment. */
  TransactionPosEcrSessionCreated: 1802,
  /** A cloud terminal session ended without a payment. */
  TransactionPosEcrSessionFailed: 1803,
  /** The balance of a wallet changed. */
  AccountTransactionCreated: 2054,
  /** An order was canceled. Not sent when an order expires. */
  OrderUpdated: 4865,
  /** A marketplace obligation was sent to the seller (deprecated). */
  ObligationCreated: 5632,
  /** A marketplace obligation was paid (deprecated). */
  ObligationCaptured: 5633,
  /** A requested report file is ready. It is the only signed delivery. */
  SaleTransactions: 7936,
  /** An account was connected to the platform or ISV. */
  AccountConnected: 8193,
  /** The verification status of a connected account changed, in either direction. Live only. */
  AccountVerificationStatusChanged: 8194,
  /** A marketplace transfer was created, executed or not. */
  TransferCreated: 8448,
} as const;

/** Name of a known event type: `'TransactionPaymentCreated'`, … */
export type PayEventName = keyof typeof PayEventType;

/** ID of a known event type. */
export type PayEventType = (typeof PayEventType)[PayEventName];

/**
 * Event types that `PayReconciler` creates and the service never sends. Their IDs are negative, so they cannot collide with
 * IDs of the service. A delivery with one of these IDs is rejected.
 */
export const PayReconciledEventType = {
  /** An order expired before it was paid. The service sends no webhook for this. */
  OrderExpired: -1,
} as const;

/** ID of an event type that only `PayReconciler` creates. */
export type PayReconciledEventType = (typeof PayReconciledEventType)[keyof typeof PayReconciledEventType];

/** Name of an event type that only `PayReconciler` creates: `'OrderExpired'`. */
export type PayReconciledEventName = keyof typeof PayReconciledEventType;

/** ID of any event type. Editors suggest the known IDs. */
export type OpenPayEventType = PayEventType | PayReconciledEventType | (number & Record<never, never>);

const NAMES = new Map<number, PayEventName>(
  (Object.keys(PayEventType) as PayEventName[]).map((name) => [PayEventType[name], name]),
);

/** Returns the name of an event type, or null for an unknown ID. */
export function getPayEventName(eventTypeId: number | null): PayEventName | null {
  return eventTypeId === null ? null : (NAMES.get(eventTypeId) ?? null);
}
