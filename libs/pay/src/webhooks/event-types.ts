import { PayEventType } from './event-types.generated.js';

export { PayEventType };

/** Name of a known event type: `'TransactionPaymentCreated'`, … */
export type PayEventName = keyof typeof PayEventType;

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
