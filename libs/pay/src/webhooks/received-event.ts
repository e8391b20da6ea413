import type { PayEventType, PayReconciledEventType } from './event-types.js';
import type { PayNamedMembers, PayWebhookEvent } from './event.types.js';
import type { PayEventPayloads } from './payloads.generated.js';
import type { ConnectedAccount } from './confirmation/confirmed-values.js';
import type { PayDelivery, PayEventSource, PaySender } from './delivery.types.js';
import type { Order, PosSession, Transaction } from '../areas/results.generated.js';

/**
 * How an event was confirmed:
 * - `api`: the resource that it names was read back from the service, and matches;
 * - `signature`: the delivery was signed with one of your secrets;
 * - `parent`: a reversal (1797) that the service made by itself and no longer shows. Its payment was confirmed before, and
 *   the service no longer shows the payment. `data` has the payment's values and ID. Do not deliver, and ask the service;
 * - `none`: not at all. Anyone who can post from a source address can forge it.
 */
export type PayConfirmation = 'api' | 'signature' | 'parent' | 'none';

/** Resources that confirm the events of each type. */
export interface PayConfirmedResources {
  [PayEventType.TransactionPaymentCreated]: Transaction;
  [PayEventType.TransactionReversalCreated]: Transaction;
  [PayEventType.TransactionFailed]: Transaction;
  [PayEventType.OrderUpdated]: Order;
  [PayReconciledEventType.OrderExpired]: Order;
  [PayEventType.TransactionPosEcrSessionCreated]: PosSession;
  [PayEventType.TransactionPosEcrSessionFailed]: PosSession;
  [PayEventType.AccountConnected]: ConnectedAccount;
  [PayEventType.AccountVerificationStatusChanged]: ConnectedAccount;
}

/**
 * An event as handlers receive it: frozen at every depth, because all handlers share it. If `confirmedBy` is `api`, every
 * member of `data` that the service's read has is the service's value. Other members (`Phone`, `ParentId`, …) and the
 * envelope are as posted, and absent if the sender is unknown: see "Verified members" in `docs/reference/webhooks.md`.
 * The members of {@link PayNamedMembers} are always present. Each event type has a name without generics, such as
 * `PaymentCreatedEvent`.
 */
export type ReceivedPayEvent<Type extends number | null = number | null> = Readonly<PayWebhookEvent<Type>> & {
  readonly confirmedBy: PayConfirmation;
  /** `webhook`, or `reconcile` if `PayReconciler` found the event. */
  readonly source: PayEventSource;
  /** `unknown` if the sender's address is not one of the service's, as with `sourceAddresses: 'any'`. Null if the event was not posted. */
  readonly sender: PaySender | null;
  /** Name of the PayModule whose webhook received the event; null if it has none. */
  readonly account: string | null;
  /** Client whose webhook received the event. */
  readonly client: PayDelivery['client'];
  /**
   * The transaction, order, session or connected account with its current state at the service; null unless `confirmedBy` is `api`.
   * A payment that was voided or refunded later is still confirmed: `resource.statusId` is its current status.
   */
  readonly resource: ConfirmedResource<Type>;
} & NamedMembers<Type>;

type AnyResource = PayConfirmedResources[keyof PayConfirmedResources];
type ConfirmedResource<Type> = Type extends keyof PayConfirmedResources
  ? PayConfirmedResources[Type] | null
  : number extends Type
    ? AnyResource | null
    : null;

/** Members that the guard requires. */
type NamedMembers<Type> = Type extends keyof PayNamedMembers
  ? { readonly data: { [Member in PayNamedMembers[Type]]: NonNullable<PayEventPayloads[Type][Member]> } }
  : unknown;
