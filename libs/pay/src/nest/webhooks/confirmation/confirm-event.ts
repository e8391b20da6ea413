import type { Order } from '../../../areas/payments/payments.types.js';
import type { PosSession } from '../../../areas/pos-session/pos-session.types.js';
import type { Transaction } from '../../../areas/transactions/transactions.types.js';
import { OrderState } from '../../../areas/payments/payments.enums.js';
import type { LegacyTransactions } from '../../../areas/transactions/legacy-transaction.types.js';
import { TransactionStatus } from '../../../areas/transactions/transactions.enums.js';
import { PayErrorCode } from '../../../core/operation/method-return.js';
import type { MethodReturn } from '../../../core/operation/method-return.js';
import type { PayDelivery, PayEventSource, PayInboxNote } from '../../../inbox/pay-inbox.js';
import { payWebhookDedupeKey } from '../../../webhooks/dedupe-key.js';
import { PayEventType, PayReconciledEventType } from '../../../webhooks/event-types.js';
import type { PayWebhookEvent } from '../../../webhooks/event.types.js';
import { PayWebhookException } from '../pay-webhook.exception.js';
import type { PayWebhookLimits } from '../pay-webhook.limits.js';
import type { WebhookRoute } from '../pay-webhook.routes.js';
import type { PayConfirmation, ReceivedPayEvent } from '../received-event.js';
import { namesAnotherMerchant } from '../recipient-filter.js';
import type { WebhookAccount } from '../webhook-account.js';
import {
  noteOfPayment,
  noteOfReversal,
  paymentReversedBy,
  readPresence,
  reversalOf,
} from './reversed-by-service.js';
import { withOrderValues, withSessionValues, withTransactionValues } from './confirmed-values.js';
import {
  connectedAccountMismatch,
  expiryMismatch,
  namesConnectedAccount,
  namesSession,
  namesTransaction,
  orderMismatch,
  provesConnection,
  sessionMismatch,
  transactionMismatch,
} from './mismatch.js';
import type { ConnectedAccount, Mismatch } from './mismatch.js';

/** The resource is unknown to the service, or its ID has the wrong form. */
const NO_SUCH_RESOURCE: readonly string[] = [PayErrorCode.NotFound, PayErrorCode.ValidationError];
/** The client's credentials cannot read the resource. */
const NO_ACCESS: readonly string[] = [PayErrorCode.Unauthorized, PayErrorCode.Forbidden];
/** Anyone can post an ID, so an ID that could contain a line break or a card number is not logged. */
const LOGGABLE_ID = /^(?!.*\d{12})[\w.:-]{1,80}$/;

/** Whether the account's client can read back what an event names. */
export function canReadBack(
  event: Pick<PayWebhookEvent, 'eventTypeId' | 'data'>,
  account: WebhookAccount,
): boolean {
  return readingOf(event, account) !== null;
}

/**
 * Reads the resource that an event names and returns the event as handlers get it, with the service's values. An event is
 * confirmed by `none` if the account's client cannot read the resource.
 *
 * @throws PayWebhookException `mismatch` if the service disagrees, `unconfirmed` if the read failed, `budget` if the sender's
 *   class has no reads left; with status 200 if the resource is unknown and the event names another merchant.
 */
export async function confirmEvent(
  { event, signed, source, sender }: PayDelivery,
  route: WebhookRoute,
  limits: Pick<PayWebhookLimits, 'takeRead'>,
): Promise<ReceivedPayEvent> {
  const { account, confirm } = route;
  if (event.eventTypeId === PayEventType.SaleTransactions && signed)
    return received(event, source, account, 'signature');
  if (!confirm) return received(event, source, account, 'none');
  const reading = readingOf(event, account);
  if (reading === null) return received(event, source, account, 'none');
  // Counted before the result is known: a sender must not get more reads because the service fails.
  limits.takeRead(route, sender);
  const read = await reading.read();
  if (!read.success && read.code === PayErrorCode.NotFound) {
    const reversal = await reversalByService(event, route, () => limits.takeRead(route, sender));
    if (reversal !== null) return received(reversal, source, account, 'parent');
  }
  if (!read.success && reading.mayLackAccess === true && NO_ACCESS.includes(read.code))
    return received(event, source, account, 'none');
  if (!read.success && NO_SUCH_RESOURCE.includes(read.code) && namesAnotherMerchant(event, account))
    throw new PayWebhookException('otherRecipient', `event ${event.eventTypeId} is for another merchant`);
  const resource = confirmedResource(event, read, (one) => reading.mismatchWith(one));
  if (reading.proves?.(resource) === false) return received(event, source, account, 'none');
  return received({ ...event, data: reading.ownValues(resource) }, source, account, 'api', resource);
}

/**
 * Returns the event of a reversal by the service, with the service's values of the payment only; null if the event is none.
 *
 * @throws PayWebhookException `unconfirmed` if a read fails, and as `takeRead`.
 */
async function reversalByService(
  event: PayWebhookEvent,
  route: WebhookRoute,
  takeRead: () => void,
): Promise<PayWebhookEvent | null> {
  const payment = await paymentReversedBy(event, route);
  if (payment === undefined) return null;
  const presence = await readPresence(payment, route.account, takeRead);
  if (typeof presence === 'object')
    throw unconfirmed(`event ${event.eventTypeId} could not be confirmed: ${presence.unknown}`);
  if (presence === 'shown') return null;
  const reversal = reversalOf(payment);
  return {
    ...reversal,
    idempotencyKey: payWebhookDedupeKey(reversal, route.account.id, { readBack: true }),
  };
}

/** Returns what the inbox remembers of a handled event, to recognize a later reversal by the service. */
export function noteOf(event: ReceivedPayEvent, route: WebhookRoute): PayInboxNote | undefined {
  const { eventTypeId, confirmedBy, data, resource } = event;
  const { TransactionId, OrderCodeText }: Data = data;
  if (eventTypeId === PayEventType.TransactionPaymentCreated && confirmedBy === 'api')
    return noteOfPayment(
      resource as Transaction,
      { TransactionId: textOf(TransactionId), ...merchantOf(data, route.account) },
      route,
    );
  return confirmedBy === 'parent' ? noteOfReversal(textOf(OrderCodeText), route) : undefined;
}

function received(
  event: PayWebhookEvent,
  source: PayEventSource,
  { account, name: client }: WebhookAccount,
  confirmedBy: PayConfirmation,
  resource: ReceivedPayEvent['resource'] = null,
): ReceivedPayEvent {
  const data = frozenCopy(event.data);
  return Object.freeze({
    ...event,
    data,
    account,
    client,
    confirmedBy,
    source,
    resource: frozenCopy(resource),
  });
}

/**
 * Copies data and freezes the copy at every depth, because all handlers of an event share one object. The inbox keeps the original
 * delivery, and a test double keeps the resource that it returns.
 */
export function frozenCopy<Value>(value: Value): Value {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as Value;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const copy = { ...(value as Record<string, unknown>) };
  for (const name of Object.keys(copy)) {
    const member = copy[name];
    if (typeof member === 'object') copy[name] = frozenCopy(member);
  }
  return Object.freeze(copy) as Value;
}

/**
 * Returns the resource if it confirms the event.
 *
 * @throws PayWebhookException `mismatch` or `unconfirmed`.
 */
function confirmedResource<Resource>(
  event: PayWebhookEvent,
  read: MethodReturn<Resource | null>,
  mismatchWith: (resource: Resource) => Mismatch,
): Resource {
  const { eventTypeId, messageId } = event;
  const id = messageId !== null && LOGGABLE_ID.test(messageId) ? messageId : '-';
  const what = `event ${eventTypeId} (message ${id})`;
  if (!read.success) {
    if (NO_SUCH_RESOURCE.includes(read.code))
      throw mismatching(`${what} names a resource that the service does not have`);
    throw unconfirmed(`${what} could not be confirmed: ${read.message}`);
  }
  const { data: resource } = read;
  if (resource === null) throw unconfirmed(`${what} is not confirmed yet: the service has not finished`);
  const mismatch = mismatchWith(resource);
  if (mismatch === null) return resource;
  if (mismatch.kind === 'not-yet') throw unconfirmed(`${what} is not confirmed yet: ${mismatch.why}`);
  throw mismatching(`${what} does not match the service's data: ${mismatch.why}`);
}

function mismatching(detail: string): PayWebhookException {
  return new PayWebhookException('mismatch', detail);
}

function unconfirmed(detail: string): PayWebhookException {
  return new PayWebhookException('unconfirmed', detail);
}

type Data = Readonly<Record<string, unknown>>;

/** How an event is confirmed: the read, the comparison, and the values that handlers get. */
interface Reading<Resource = Transaction | Order | PosSession | ConnectedAccount> {
  /** `null` if the service has not finished. */
  read(): Promise<MethodReturn<Resource | null>>;
  mismatchWith(resource: Resource): Mismatch;
  ownValues(resource: Resource): Data;
  /** Whether a resource without a mismatch proves the event. @default always */
  proves?(resource: Resource): boolean;
  /** Whether the client may lack the credentials for this read, so that a refused read does not deny the event. */
  mayLackAccess?: boolean;
}

/** Returns null if the account's client cannot read back what the event names. */
function readingOf(
  { eventTypeId, data: members }: Pick<PayWebhookEvent, 'eventTypeId' | 'data'>,
  account: WebhookAccount,
): Reading | null {
  const data: Data = members;
  const { readTransaction, readOrder, listTransactions, readSession, readConnectedAccount } = account;
  if (namesTransaction(eventTypeId) && readTransaction !== undefined) {
    return {
      read: () => readTransaction(textOf(data['TransactionId']), textOf(data['MerchantId'])),
      mismatchWith: (transaction: Transaction) => transactionMismatch(eventTypeId, data, transaction),
      ownValues: (transaction: Transaction) => ({
        ...withTransactionValues(eventTypeId, data, transaction),
        TransactionId: textOf(data['TransactionId']).toLowerCase(),
        ...merchantOf(data, account),
      }),
    };
  }
  if (eventTypeId === PayEventType.OrderUpdated && readOrder !== undefined) {
    return {
      read: () => readOrder(textOf(data['OrderCodeText'])),
      mismatchWith: (order: Order) => orderMismatch(data, order),
      ownValues: (order: Order) => ({ ...withOrderValues(data, order), ...merchantOf(data, account) }),
    };
  }
  if (eventTypeId === PayReconciledEventType.OrderExpired && readOrder && listTransactions) {
    const orderCode = textOf(data['OrderCodeText']);
    return {
      read: () =>
        readExpiry(
          () => readOrder(orderCode),
          () => listTransactions(orderCode),
        ),
      mismatchWith: (order: Order) => expiryMismatch(data, order),
      ownValues: (order: Order) => withOrderValues(data, order),
    };
  }
  const sessionId = textOf(data['SessionId']);
  if (namesSession(eventTypeId) && readSession !== undefined && sessionId !== '') {
    return {
      read: () => readSession(sessionId),
      mismatchWith: (session: PosSession) => sessionMismatch(eventTypeId, data, session),
      ownValues: (session: PosSession) => withSessionValues(data, session, account.merchantId),
      mayLackAccess: !account.hasTerminalCredentials,
    };
  }
  const accountId = textOf(data['ConnectedAccountId']);
  if (namesConnectedAccount(eventTypeId) && readConnectedAccount !== undefined && accountId !== '') {
    return {
      read: () => readConnectedAccount(accountId),
      mismatchWith: (one: ConnectedAccount) => connectedAccountMismatch(eventTypeId, data, one),
      proves: (one: ConnectedAccount) => provesConnection(eventTypeId, one),
      ownValues: () => data,
    };
  }
  return null;
}

/** Reads an order that may have expired. Resolves with null while a payment of it is in progress, which can still succeed. */
async function readExpiry(
  readOrder: () => Promise<MethodReturn<Order>>,
  listTransactions: () => Promise<MethodReturn<LegacyTransactions>>,
): Promise<MethodReturn<Order | null>> {
  const order = await readOrder();
  if (!order.success || order.data.StateId !== OrderState.Expired) return order;
  // Read after the order: a payment can begin until the order expires.
  const list = await listTransactions();
  if (!list.success) return list.code === PayErrorCode.NotFound ? order : list;
  const isInProgress = list.data.Transactions.some(({ StatusId }) => StatusId === TransactionStatus.Active);
  return isInProgress ? { ...order, data: null } : order;
}

/**
 * Returns the merchant that the resource was read for: an ISV reads for the merchant that the event names, a wallet for its own.
 * The service accepts IDs in any case, and handlers get them in lower case.
 */
function merchantOf(data: Data, { name, merchantId }: WebhookAccount): Data {
  if (name === 'isv') return { MerchantId: textOf(data['MerchantId']).toLowerCase() };
  return name === 'wallet' && merchantId !== null ? { MerchantId: merchantId.toLowerCase() } : {};
}

/** Returns an ID, or an empty string: a guard of your own may skip the check of the event's shape. */
function textOf(id: unknown): string {
  return typeof id === 'string' ? id : '';
}
