import { Injectable } from '@nestjs/common';
import { PayErrorCode } from '../../core/operation/method-return.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { canRecur } from '../../webhooks/dedupe-key.js';
import { PayEventType } from '../../webhooks/event-types.js';
import type { PayWebhookEvent } from '../../webhooks/event.types.js';
import { namesAnotherMerchant } from './elsewhere.js';
import { PayWebhookLimits } from './limits/pay-webhook.limits.js';
import { readingOf } from './confirmation/reading.js';
import type { Mismatch } from './confirmation/verdict.js';
import type { PayDelivery, PayEventSource } from '../../inbox/pay-inbox.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import type { WebhookAccount } from './webhook-account.js';
import type { PayConfirmation, ReceivedPayEvent } from './received-event.js';

/** The service knows no such resource, or the id could not even be one. */
const NO_SUCH_RESOURCE: readonly string[] = [PayErrorCode.NotFound, PayErrorCode.ValidationError];
/** The client's credentials are of another kind than such a resource needs. */
const NOT_OURS: readonly string[] = [PayErrorCode.Unauthorized, PayErrorCode.Forbidden];
/** Anyone can post an id: one that could break the line or carry a card number is not logged. */
const LOGGABLE_ID = /^(?!.*\d{12})[\w.:-]{1,80}$/;

/** Confirms events: payment webhooks are unsigned, so the resource that an event names is read from the service. */
@Injectable()
export class PayWebhookConfirmer {
  constructor(private readonly limits: PayWebhookLimits) {}

  /**
   * Reads the resource that an event names and returns the event as handlers get it, with the service's values. An event is
   * confirmed by `none` if the account's client cannot read what it names.
   *
   * @throws PayWebhookException `unconfirmed` when the service disagrees, `unconfirmable` when the read failed, `budget` when the
   *   sender's class has no reads left, `elsewhere` when the resource is unknown and the event names another merchant.
   */
  async confirm(delivery: PayDelivery, route: WebhookRoute): Promise<ReceivedPayEvent> {
    const { event, signed, source, sender } = delivery;
    const { account, confirm } = route;
    if (event.eventTypeId === PayEventType.SaleTransactions && signed)
      return received(event, source, account, 'signature');
    if (!confirm) return received(event, source, account, 'none');
    const reading = readingOf(event, account);
    if (reading === null) return received(event, source, account, 'none');
    // Counted before its outcome is known: a sender must not get more reads because the service fails.
    this.limits.takeRead(route, sender);
    const read = await reading.read();
    if (!read.success && reading.mayBeClosed === true && NOT_OURS.includes(read.code))
      return received(event, source, account, 'none');
    if (!read.success && NO_SUCH_RESOURCE.includes(read.code) && namesAnotherMerchant(event, account))
      throw new PayWebhookException('elsewhere', `event ${event.eventTypeId} is another merchant's`);
    const resource = agreed(event, read, (one) => reading.mismatchWith(one));
    if (reading.proves?.(resource) === false) return received(event, source, account, 'none');
    return received({ ...event, data: reading.ownValues(resource) }, source, account, 'api', resource);
  }
}

/**
 * Whether a confirmed event is one that there is once only. What is told of an account can be posted again with another time,
 * for as long as it is true.
 */
export function isVouchedFor({ eventTypeId }: Pick<PayWebhookEvent, 'eventTypeId'>): boolean {
  return !canRecur(eventTypeId);
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
 * inbox keeps the delivery, and a test double keeps the resource that it answers.
 */
function frozenCopy<Value>(value: Value): Value {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as Value;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const members = Object.entries(value).map(([name, member]) => [name, frozenCopy(member as unknown)]);
  return Object.freeze(Object.fromEntries(members)) as Value;
}

/** The resource that was read, if it bears the event out. */
function agreed<Resource>(
  event: PayWebhookEvent,
  read: MethodReturn<Resource | null>,
  mismatchWith: (resource: Resource) => Mismatch,
): Resource {
  const { eventTypeId, messageId } = event;
  const id = messageId !== null && LOGGABLE_ID.test(messageId) ? messageId : '-';
  const what = `event ${eventTypeId} (message ${id})`;
  if (!read.success) {
    if (NO_SUCH_RESOURCE.includes(read.code))
      throw unconfirmed(`${what} names what the service does not know`);
    throw unconfirmable(`${what} could not be confirmed: ${read.message}`);
  }
  const { data: resource } = read;
  if (resource === null) throw unconfirmable(`${what} is not confirmed yet: the service has not finished`);
  const mismatch = mismatchWith(resource);
  if (mismatch === null) return resource;
  if (mismatch.kind === 'not-yet') throw unconfirmable(`${what} is not confirmed yet: ${mismatch.why}`);
  throw unconfirmed(`${what} is not what the service says: ${mismatch.why}`);
}

const unconfirmed = (detail: string): PayWebhookException => new PayWebhookException('unconfirmed', detail);
const unconfirmable = (detail: string): PayWebhookException =>
  new PayWebhookException('unconfirmable', detail);
