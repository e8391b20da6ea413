import type { Order } from '../../areas/payments/payments.types.js';
import type { PosSession } from '../../areas/pos-session/pos-session.types.js';
import type { Transaction } from '../../areas/transactions/transactions.types.js';
import type { PayNamedMembers } from '../../webhooks/event-shape.js';
import type { PayEventType, PayReconciledEventType } from '../../webhooks/event-types.js';
import type { PayWebhookEvent } from '../../webhooks/event.types.js';
import type { PayEventPayloads } from '../../webhooks/payloads/index.js';
import type { PayClientName } from '../pay.client-table.js';
import type { ConnectedAccount } from './confirmation/mismatch.js';
import type { PayEventSource } from '../../inbox/pay-inbox.js';

/**
 * How an event was confirmed:
 * - `api`: the resource that it names was read back from the service and agrees;
 * - `signature`: the delivery was signed with a secret of yours;
 * - `none`: not at all. Anyone who can post from a source address can have made it up.
 */
export type PayConfirmation = 'api' | 'signature' | 'none';

/** What is read back to confirm an event of a type. */
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
 * envelope are as posted: see "Verified members" in `docs/webhooks.md`.
 * The members of {@link PayNamedMembers} are always present.
 */
export type ReceivedPayEvent<Type extends number | null = number | null> = Readonly<PayWebhookEvent<Type>> & {
  readonly confirmedBy: PayConfirmation;
  /** `reconcile`: no webhook brought it, `PayReconciler` found it. */
  readonly source: PayEventSource;
  /** The name of the PayModule whose webhook received it, null where that has none. */
  readonly account: string | null;
  /** The client whose webhook received it. */
  readonly client: PayClientName;
  /**
   * The transaction, order, session or connected account as the service has it now; null unless `confirmedBy` is `api`. A payment that was voided or
   * refunded since is still a payment that took place: `resource.statusId` tells.
   */
  readonly resource: ConfirmedResource<Type>;
} & NamedMembers<Type>;

type AnyResource = PayConfirmedResources[keyof PayConfirmedResources];
type ConfirmedResource<Type> = Type extends keyof PayConfirmedResources
  ? PayConfirmedResources[Type] | null
  : number extends Type
    ? AnyResource | null
    : null;

/** What the guard insists on is there. */
type NamedMembers<Type> = Type extends keyof PayNamedMembers
  ? { readonly data: { [Member in PayNamedMembers[Type]]: NonNullable<PayEventPayloads[Type][Member]> } }
  : unknown;
