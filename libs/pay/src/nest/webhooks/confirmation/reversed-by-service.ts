import { PayErrorCode } from '../../../core/operation/method-return.js';
import { payWebhookDedupeKey } from '../../../webhooks/dedupe-key.js';
import type { UnkeyedPayWebhookEvent } from '../../../webhooks/envelope.js';
import { PayEventType } from '../../../webhooks/event-types.js';
import type { WebhookRoute } from '../pay-webhook.routes.js';

type Reversal = Pick<UnkeyedPayWebhookEvent, 'eventTypeId' | 'data'>;

/** Returns the key of an event at an endpoint. */
export function deliveryKey(endpoint: string, eventKey: string): string {
  return `${endpoint}|${eventKey}`;
}

/**
 * Returns whether the service reversed a payment by itself. It then shows neither the reversal nor the payment, so the reversal counts
 * only if the payment was confirmed and handled before, and no transaction of the order is left. A forger who knows the IDs of other
 * payments fails, because the service still shows them. @see contract/transactions.json traps
 *
 * @param takeReads - Counts the reads against the sender's limit. Called before the first read.
 */
export async function wasReversedByService(
  event: UnkeyedPayWebhookEvent,
  { account, inbox, name }: Pick<WebhookRoute, 'account' | 'inbox' | 'name'>,
  takeReads: () => void,
): Promise<boolean> {
  const { readTransaction, listTransactions } = account;
  const payment = paymentOf(event);
  if (payment === null || readTransaction === undefined || listTransactions === undefined) return false;
  const { transactionId, orderCode, merchantId } = payment;
  const paid = {
    ...event,
    eventTypeId: PayEventType.TransactionPaymentCreated,
    data: { TransactionId: transactionId },
  };
  const key = deliveryKey(name, payWebhookDedupeKey(paid, account.id, { readBack: true }));
  if ((await inbox.handledOrder?.(key)) === undefined) return false;
  takeReads();
  const parent = await readTransaction(transactionId, merchantId);
  if (parent.success || parent.code !== PayErrorCode.NotFound) return false;
  const list = await listTransactions(orderCode);
  return list.success && list.data.Transactions.length === 0;
}

function paymentOf({ eventTypeId, data }: Reversal) {
  const {
    ParentId: transactionId,
    OrderCodeText: orderCode,
    MerchantId: merchantId,
  } = data as Record<string, unknown>;
  if (eventTypeId !== PayEventType.TransactionReversalCreated) return null;
  if (typeof transactionId !== 'string' || typeof orderCode !== 'string') return null;
  return { transactionId, orderCode, merchantId: typeof merchantId === 'string' ? merchantId : '' };
}
