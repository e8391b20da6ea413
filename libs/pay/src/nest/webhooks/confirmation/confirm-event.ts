import { PayErrorCode } from '../../../core/operation/method-return.js';
import type { MethodReturn } from '../../../core/operation/method-return.js';
import { PayEventType } from '../../../webhooks/event-types.js';
import type { PayWebhookEvent } from '../../../webhooks/event.types.js';
import { namesAnotherMerchant } from '../recipient-filter.js';
import type { PayWebhookLimits } from '../pay-webhook.limits.js';
import { readingOf } from './reading.js';
import type { Mismatch } from './mismatch.js';
import type { PayDelivery, PayEventSource } from '../../../inbox/pay-inbox.js';
import { PayWebhookException } from '../pay-webhook.exception.js';
import type { WebhookRoute } from '../pay-webhook.routes.js';
import type { WebhookAccount } from '../webhook-account.js';
import type { PayConfirmation, ReceivedPayEvent } from '../received-event.js';

/** The resource is unknown to the service, or its ID has the wrong form. */
const NO_SUCH_RESOURCE: readonly string[] = [PayErrorCode.NotFound, PayErrorCode.ValidationError];
/** The client's credentials cannot read the resource. */
const NO_ACCESS: readonly string[] = [PayErrorCode.Unauthorized, PayErrorCode.Forbidden];
/** Anyone can post an ID: an ID that could contain a line break or a card number is not logged. */
const LOGGABLE_ID = /^(?!.*\d{12})[\w.:-]{1,80}$/;

/**
 * Reads the resource that an event names and returns the event as handlers get it, with the service's values. An event is
 * confirmed by `none` if the account's client cannot read the resource.
 *
 * @throws PayWebhookException `unconfirmed` when the service disagrees, `unconfirmable` when the read failed, `budget` when the
 *   sender's class has no reads left, `elsewhere` when the resource is unknown and the event names another merchant.
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
  if (!read.success && reading.mayBeClosed === true && NO_ACCESS.includes(read.code))
    return received(event, source, account, 'none');
  if (!read.success && NO_SUCH_RESOURCE.includes(read.code) && namesAnotherMerchant(event, account))
    throw new PayWebhookException('elsewhere', `event ${event.eventTypeId} is for another merchant`);
  const resource = confirmedResource(event, read, (one) => reading.mismatchWith(one));
  if (reading.proves?.(resource) === false) return received(event, source, account, 'none');
  return received({ ...event, data: reading.ownValues(resource) }, source, account, 'api', resource);
}

function received(
  event: PayWebhookEvent,
  source: PayEventSource,
  { account, name: client }: WebhookAccount,
  confirmedBy: PayConfirmation,
  resource: ReceivedPayEvent['resource'] = null,
): ReceivedPayEvent {
  return frozenCopy({ ...event, account, client, confirmedBy, source, resource });
}

/**
 * Copies data and freezes the copy at every depth: all handlers of an event share one object. It is a copy because the
 * inbox keeps the delivery, and a test double keeps the resource that it returns.
 */
function frozenCopy<Value>(value: Value): Value {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as Value;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const members = Object.entries(value).map(([name, member]) => [name, frozenCopy(member as unknown)]);
  return Object.freeze(Object.fromEntries(members)) as Value;
}

/** Returns the resource if it confirms the event. */
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
      throw unconfirmed(`${what} names a resource that the service does not have`);
    throw unconfirmable(`${what} could not be confirmed: ${read.message}`);
  }
  const { data: resource } = read;
  if (resource === null) throw unconfirmable(`${what} is not confirmed yet: the service has not finished`);
  const mismatch = mismatchWith(resource);
  if (mismatch === null) return resource;
  if (mismatch.kind === 'not-yet') throw unconfirmable(`${what} is not confirmed yet: ${mismatch.why}`);
  throw unconfirmed(`${what} does not match the service's data: ${mismatch.why}`);
}

const unconfirmed = (detail: string): PayWebhookException => new PayWebhookException('unconfirmed', detail);
const unconfirmable = (detail: string): PayWebhookException =>
  new PayWebhookException('unconfirmable', detail);
