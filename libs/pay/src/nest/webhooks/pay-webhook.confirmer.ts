import { Injectable } from '@nestjs/common';
import { PayErrorCode } from '../../core/method-return.js';
import type { MethodReturn } from '../../core/method-return.js';
import { PayEventType } from '../../webhooks/event-types.js';
import type { PayWebhookEvent } from '../../webhooks/event.types.js';
import { orderObjection } from './confirmation/order-objection.js';
import { namesTransaction, transactionObjection } from './confirmation/transaction-objection.js';
import type { Objection } from './confirmation/verdict.js';
import type { PayDelivery } from './inbox/pay-inbox.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import type { PayConfirmation } from './received-event.js';

/** Session events come without a transaction when none was made. */
const MAY_LACK_TRANSACTION: readonly (number | null)[] = [
  PayEventType.TransactionPosEcrSessionCreated,
  PayEventType.TransactionPosEcrSessionFailed,
];
/** The service knows no such resource, or the id could not even be one. */
const NO_SUCH_RESOURCE: readonly string[] = [PayErrorCode.NotFound, PayErrorCode.ValidationError];

/** Payment webhooks are unsigned: asks the service itself whether what an event says is so. */
@Injectable()
export class PayWebhookConfirmer {
  /**
   * How the event is confirmed: `none` when it names nothing that the account's client can read back.
   *
   * @throws PayWebhookException `unconfirmed` when the service says otherwise, `unconfirmable` when it could not be asked.
   */
  async confirm(
    { event, signed }: PayDelivery,
    { account, confirm }: WebhookRoute,
  ): Promise<PayConfirmation> {
    if (event.eventTypeId === PayEventType.SaleTransactions && signed) return 'signature';
    if (!confirm) return 'none';
    const data: Readonly<Record<string, unknown>> = event.data;
    if (namesTransaction(event.eventTypeId) && account.readTransaction !== undefined) {
      const id = data['TransactionId'];
      if (id == null && MAY_LACK_TRANSACTION.includes(event.eventTypeId)) return 'none';
      const eventTypeId = Number(event.eventTypeId);
      const read = await account.readTransaction(String(id));
      return this.judge(event, read, (transaction) => transactionObjection(eventTypeId, data, transaction));
    }
    if (event.eventTypeId === PayEventType.OrderUpdated && account.readOrder !== undefined) {
      const read = await account.readOrder(String(data['OrderCodeText']));
      return this.judge(event, read, (order) => orderObjection(data, order));
    }
    return 'none';
  }

  private judge<Resource>(
    event: PayWebhookEvent,
    read: MethodReturn<Resource>,
    objectionTo: (resource: Resource) => Objection,
  ): PayConfirmation {
    const what = `event ${event.eventTypeId} (message ${event.messageId ?? '-'})`;
    if (!read.success) {
      if (NO_SUCH_RESOURCE.includes(read.code))
        throw unconfirmed(`${what} names what the service does not know`);
      throw unconfirmable(`${what} could not be confirmed: ${read.message}`);
    }
    const objection = objectionTo(read.data);
    if (objection === null) return 'api';
    if (objection.kind === 'not-yet') throw unconfirmable(`${what} is not confirmed yet: ${objection.why}`);
    throw unconfirmed(`${what} is not what the service says: ${objection.why}`);
  }
}

const unconfirmed = (detail: string): PayWebhookException => new PayWebhookException('unconfirmed', detail);
const unconfirmable = (detail: string): PayWebhookException =>
  new PayWebhookException('unconfirmable', detail);
