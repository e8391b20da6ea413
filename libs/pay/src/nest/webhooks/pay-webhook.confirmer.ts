import { Injectable } from '@nestjs/common';
import { PayErrorCode } from '../../core/method-return.js';
import type { MethodReturn } from '../../core/method-return.js';
import { PayEventType } from '../../webhooks/event-types.js';
import type { PayWebhookEvent } from '../../webhooks/event.types.js';
import { readingOf } from './confirmation/reading.js';
import type { Objection } from './confirmation/verdict.js';
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

/** Payment webhooks are unsigned: asks the service itself whether what an event says is so. */
@Injectable()
export class PayWebhookConfirmer {
  /**
   * The event as handlers get it: with the service's own values where it was read back, confirmed by `none` when it
   * names nothing that the account's client can read back.
   *
   * @throws PayWebhookException `unconfirmed` when the service says otherwise, `unconfirmable` when it could not be asked.
   */
  async confirm(
    { event, signed, source }: PayDelivery,
    { account, confirm }: WebhookRoute,
  ): Promise<ReceivedPayEvent> {
    if (event.eventTypeId === PayEventType.SaleTransactions && signed)
      return received(event, source, account, 'signature');
    if (!confirm) return received(event, source, account, 'none');
    const reading = readingOf(event, account);
    if (reading === null) return received(event, source, account, 'none');
    const read = await reading.read();
    if (!read.success && reading.mayBeClosed === true && NOT_OURS.includes(read.code))
      return received(event, source, account, 'none');
    const resource = agreed(event, read, (one) => reading.objectionTo(one));
    if (reading.proves?.(resource) === false) return received(event, source, account, 'none');
    return received({ ...event, data: reading.ownValues(resource) }, source, account, 'api', resource);
  }
}

function received(
  event: PayWebhookEvent,
  source: PayEventSource,
  { account, name: client }: WebhookAccount,
  confirmedBy: PayConfirmation,
  resource: ReceivedPayEvent['resource'] = null,
): ReceivedPayEvent {
  return { ...event, account, client, confirmedBy, source, resource };
}

/** The resource that was read, if it bears the event out. */
function agreed<Resource>(
  event: PayWebhookEvent,
  read: MethodReturn<Resource | null>,
  objectionTo: (resource: Resource) => Objection,
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
  const objection = objectionTo(resource);
  if (objection === null) return resource;
  if (objection.kind === 'not-yet') throw unconfirmable(`${what} is not confirmed yet: ${objection.why}`);
  throw unconfirmed(`${what} is not what the service says: ${objection.why}`);
}

const unconfirmed = (detail: string): PayWebhookException => new PayWebhookException('unconfirmed', detail);
const unconfirmable = (detail: string): PayWebhookException =>
  new PayWebhookException('unconfirmable', detail);
