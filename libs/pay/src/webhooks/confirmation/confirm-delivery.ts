import { PayErrorCode } from '../../core/operation/method-return.js';
import type { MethodFailure } from '../../core/operation/method-return.js';
import { payWebhookDedupeKey } from '../dedupe-key.js';
import type { PayConfirmationResult, PayDelivery, PayInboxNote } from '../delivery.types.js';
import { PayEventType } from '../event-types.js';
import { NO_ENVELOPE } from '../event.types.js';
import type { PayWebhookEvent } from '../event.types.js';
import type { PayConfirmation, ReceivedPayEvent } from '../received-event.js';
import { isForOtherRecipient, namesAnotherMerchant } from '../recipient-filter.js';
import type { EventData } from './comparisons.js';
import type { Resource } from './confirmed-values.js';
import type { ConfirmingEndpoint } from './confirming-endpoint.js';
import { merchantOf, READINGS, textOf } from './readings.js';
import type { Reading } from './readings.js';
import {
  noteOfPayment,
  noteOfReversal,
  paymentReversedBy,
  readPresence,
  reversalOf,
} from './reversed-by-service.js';
import type { Transaction } from '../../areas/results.generated.js';

type Result = PayConfirmationResult<ReceivedPayEvent>;

/** The resource is unknown to the service, or its ID has the wrong form. */
const NO_SUCH_RESOURCE: readonly string[] = [PayErrorCode.NotFound, PayErrorCode.ValidationError];
/** The client's credentials cannot read the resource. */
const NO_ACCESS: readonly string[] = [PayErrorCode.Unauthorized, PayErrorCode.Forbidden];
/** Anyone can post an ID, so an ID that could contain a line break or a card number is not logged. */
const LOGGABLE_ID = /^(?!.*\d{12})[\w.:-]{1,80}$/;

/**
 * Reads the resource that a delivery names, and returns the event as handlers get it, with the service's values. An event is confirmed
 * by `none` if the account's client cannot read the resource. Never throws. Returns no promise if it does not ask the service.
 */
export function confirmDelivery(
  delivery: PayDelivery,
  endpoint: ConfirmingEndpoint,
): Result | Promise<Result> {
  const { event, signed } = delivery;
  if (event.eventTypeId === PayEventType.SaleTransactions && signed)
    return confirmedBy('signature', event, delivery, endpoint);
  const reading = endpoint.confirm ? READINGS[event.eventTypeId ?? 0] : undefined;
  const readResource = reading?.readOf(event.data, endpoint.account);
  if (reading === undefined || readResource === undefined)
    return confirmedBy('none', event, delivery, endpoint);
  return readAndConfirm(reading, readResource, delivery, endpoint);
}

async function readAndConfirm(
  reading: Reading,
  readResource: NonNullable<ReturnType<Reading['readOf']>>,
  delivery: PayDelivery,
  endpoint: ConfirmingEndpoint,
): Promise<Result> {
  const { event, sender } = delivery;
  const read = endpoint.takeRead(sender) ?? (await readResource());
  if ('outcome' in read) return read;
  if (!read.success) return resultWithoutResource(read, reading, delivery, endpoint);
  const { data: resource } = read;
  const what = describe(event);
  if (resource === null) return failed(`${what} is not confirmed yet: the service has not finished`);
  const denial = reading.denialBy(event.data, resource);
  if (denial?.kind === 'not-yet') return failed(`${what} is not confirmed yet: ${denial.reason}`);
  if (denial !== null) return denied(`${what} does not match the service's data: ${denial.reason}`);
  if (reading.proves?.(resource) === false) return confirmedBy('none', event, delivery, endpoint);
  const data = reading.ownValues(event.data, resource, endpoint.account);
  // No read verifies the other members and the envelope, so they are passed on from the service's addresses only.
  const known =
    sender === 'unknown'
      ? { ...event, ...NO_ENVELOPE, data }
      : { ...event, data: reading.isComplete === true ? data : { ...event.data, ...data } };
  return confirmedBy('api', known, delivery, endpoint, resource);
}

async function resultWithoutResource(
  { code, message }: MethodFailure,
  reading: Reading,
  delivery: PayDelivery,
  endpoint: ConfirmingEndpoint,
): Promise<Result> {
  const { event } = delivery;
  const reversal = code === PayErrorCode.NotFound ? await reversalByService(delivery, endpoint) : null;
  if (reversal !== null) return reversal;
  if (reading.mayLackAccess?.(endpoint.account) === true && NO_ACCESS.includes(code))
    return confirmedBy('none', event, delivery, endpoint);
  if (!NO_SUCH_RESOURCE.includes(code))
    return failed(`${describe(event)} could not be confirmed: ${message}`);
  if (namesAnotherMerchant(event, endpoint.account)) return { outcome: 'ignored' };
  return denied(`${describe(event)} names a resource that the service does not have`);
}

/** Returns the event of a reversal by the service, with the service's values of the payment only; null if the event is none. */
async function reversalByService(
  delivery: PayDelivery,
  endpoint: ConfirmingEndpoint,
): Promise<Result | null> {
  const { name, account } = endpoint;
  const payment = await paymentReversedBy(delivery.event, endpoint);
  if (payment === undefined) return null;
  const presence = await readPresence(payment, endpoint, delivery.sender);
  if (typeof presence === 'object' && 'outcome' in presence) return presence;
  if (typeof presence === 'object')
    return failed(`${describe(delivery.event)} could not be confirmed: ${presence.unknown}`);
  if (presence === 'shown') return null;
  const reversal = reversalOf(payment);
  const idempotencyKey = payWebhookDedupeKey(reversal, account.id, { readBack: true });
  // The key is the payment's, so that one payment is reversed once, whatever IDs are posted.
  const keyed = { ...delivery, key: `${name}|${idempotencyKey}`, signed: false };
  return confirmedBy('parent', { ...reversal, idempotencyKey }, keyed, endpoint);
}

function confirmedBy(
  confirmation: PayConfirmation,
  known: PayWebhookEvent,
  delivery: PayDelivery,
  endpoint: ConfirmingEndpoint,
  resource: Resource | null = null,
): Result {
  const { account, name: client } = endpoint.account;
  const { source, sender = null } = delivery;
  // A literal, because V8 needs a microsecond for each member that it adds to a copy.
  const event: ReceivedPayEvent = Object.freeze({
    account,
    client,
    confirmedBy: confirmation,
    source,
    sender,
    resource: frozenCopy(resource),
    eventTypeId: known.eventTypeId,
    name: known.name,
    data: confirmation === 'signature' ? frozen(known.data) : frozenCopy(known.data),
    messageId: known.messageId,
    correlationId: known.correlationId,
    created: known.created,
    recipientId: known.recipientId,
    messageTypeId: known.messageTypeId,
    retryCount: known.retryCount,
    retryDelayInSeconds: known.retryDelayInSeconds,
    deliveryId: known.deliveryId,
    url: known.url,
    idempotencyKey: known.idempotencyKey,
  });
  if (isForOtherRecipient(event, endpoint.recipients)) return { outcome: 'ignored' };
  return {
    outcome: 'confirmed',
    delivery: { ...delivery, event },
    isConfirmed: confirmation !== 'none',
    note: noteOf(event, endpoint),
  };
}

/** Returns what the inbox remembers of a handled event, to recognize a later reversal by the service. */
function noteOf(event: ReceivedPayEvent, endpoint: ConfirmingEndpoint): PayInboxNote | undefined {
  const { eventTypeId, confirmedBy: confirmation, data, resource } = event;
  const { TransactionId, OrderCodeText }: EventData = data;
  if (eventTypeId === PayEventType.TransactionPaymentCreated && confirmation === 'api')
    return noteOfPayment(
      resource as Transaction,
      { TransactionId: textOf(TransactionId), ...merchantOf(data, endpoint.account) },
      endpoint,
    );
  return confirmation === 'parent' ? noteOfReversal(textOf(OrderCodeText), endpoint) : undefined;
}

/**
 * Copies data and freezes the copy at every depth, because all handlers of an event share one object. The inbox keeps the original
 * delivery, and a test double keeps the resource that it returns.
 */
export function frozenCopy<Value>(value: Value): Value {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as Value;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  // Not a spread: V8 would give each copy a hidden class of its own when a member changes.
  const copy: Record<string, unknown> = {};
  Object.assign(copy, value);
  for (const name of Object.keys(copy)) {
    const member = copy[name];
    if (typeof member === 'object') copy[name] = frozenCopy(member);
  }
  return Object.freeze(copy) as Value;
}

/** Freezes parsed JSON that nothing else uses, at every depth. */
function frozen<Value extends object>(value: Value): Value {
  for (const member of Object.values(value) as unknown[])
    if (typeof member === 'object' && member !== null) frozen(member);
  return Object.freeze(value);
}

function describe({ eventTypeId, messageId }: PayWebhookEvent): string {
  return `event ${eventTypeId} (message ${messageId !== null && LOGGABLE_ID.test(messageId) ? messageId : '-'})`;
}

function denied(reason: string): Result {
  return { outcome: 'denied', reason };
}

function failed(reason: string): Result {
  return { outcome: 'failed', reason };
}
