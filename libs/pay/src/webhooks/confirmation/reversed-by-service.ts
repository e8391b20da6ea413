import { PayErrorCode } from '../../core/operation/method-return.js';
import type { PayInboxNote, PayOverLimit, PaySender } from '../delivery.types.js';
import { NO_ENVELOPE } from '../event.types.js';
import type { UnkeyedPayWebhookEvent } from '../event.types.js';
import { PayEventType } from '../event-types.js';
import { readText } from '../wire-values.js';
import type { ConfirmingEndpoint } from './confirming-endpoint.js';
import { transactionValues } from './confirmed-values.js';
import type { Transaction } from '../../areas/results.generated.js';

/**
 * The service can reverse a payment by itself. It then shows neither the reversal nor the payment, so nothing that a delivery says can be
 * confirmed. An inbox therefore notes each confirmed payment with the service's values. A reversal counts if the payment that it names was
 * noted for the order that it names, and has vanished. Other transactions of the order decide nothing.
 * @see contract/behaviour/transactions.yaml traps
 */

type Endpoint = Pick<ConfirmingEndpoint, 'account' | 'inbox' | 'name'>;

/** The service's values of a payment whose event was handled. */
export type NotedPayment = Readonly<Record<string, unknown>> & {
  readonly TransactionId: string;
  readonly OrderCodeText: string;
  readonly Amount: number;
};

/** Members of a payment that are noted: enough for a reversal, without the customer's data. */
const NOTED = ['OrderCode', 'OrderCodeText', 'Amount', 'CurrencyCode', 'MerchantTrns', 'SourceCode'] as const;

/** Returns the note of a confirmed payment. @param ids - Confirmed members that the transaction does not have. */
export function noteOfPayment(
  transaction: Transaction,
  ids: { TransactionId: string; MerchantId?: unknown },
  endpoint: Endpoint,
): PayInboxNote {
  const values = transactionValues(PayEventType.TransactionPaymentCreated, transaction);
  const noted = NOTED.filter((name) => name in values).map((name) => [name, values[name]] as const);
  const value = { ...Object.fromEntries(noted), ...ids };
  return { topic: topicOfOrder(transaction.orderCodeText, endpoint), value };
}

/** Returns the note of a handled reversal, by which the reconciler finds the order. */
export function noteOfReversal(orderCode: string, endpoint: Endpoint): PayInboxNote {
  return { topic: topicOfReversals(endpoint), value: { orderCode, notedAt: Date.now() } };
}

/** Returns the payments of an order that the endpoint has handled. */
export async function notedPayments(orderCode: string, endpoint: Endpoint): Promise<NotedPayment[]> {
  const notes = (await endpoint.inbox.notes?.(topicOfOrder(orderCode, endpoint))) ?? [];
  const merchantId = endpoint.account.merchantId?.toLowerCase();
  // With the credentials of another merchant, every payment would look reversed.
  const isOurs = ({ MerchantId }: NotedPayment): boolean =>
    merchantId === undefined || MerchantId === undefined || MerchantId === merchantId;
  return (notes as NotedPayment[]).filter(isOurs);
}

/** Returns the orders with a reversal by the service that the endpoint has handled since a time. */
export async function reversedOrders(endpoint: Endpoint, since: number): Promise<string[]> {
  const notes = (await endpoint.inbox.notes?.(topicOfReversals(endpoint))) ?? [];
  return notes.filter(({ notedAt }) => Number(notedAt) > since).map(({ orderCode }) => String(orderCode));
}

/**
 * Returns the event of a payment's reversal. Its ID is the payment's: the service confirms no other ID, and a payment is reversed once, so
 * that a webhook and the reconciler give one event the same key.
 */
export function reversalOf(payment: NotedPayment): UnkeyedPayWebhookEvent {
  const eventTypeId = PayEventType.TransactionReversalCreated;
  const { TransactionId, Amount } = payment;
  const data = { ...payment, ParentId: TransactionId, Amount: 0 - Math.abs(Amount), StatusId: 'F' };
  return { ...NO_ENVELOPE, eventTypeId, name: 'TransactionReversalCreated', data };
}

/** Returns the handled payment that a reversal names, with its order; undefined if there is none. */
export async function paymentReversedBy(
  { eventTypeId, data }: Pick<UnkeyedPayWebhookEvent, 'eventTypeId' | 'data'>,
  endpoint: Endpoint,
): Promise<NotedPayment | undefined> {
  const { ParentId, OrderCodeText }: Record<string, unknown> = data;
  const [id, orderCode] = [readText(ParentId)?.toLowerCase(), readText(OrderCodeText)];
  if (eventTypeId !== PayEventType.TransactionReversalCreated || orderCode === null) return undefined;
  return (await notedPayments(orderCode, endpoint)).find(({ TransactionId }) => TransactionId === id);
}

/** Whether the service still shows a payment. `unknown` with a reason if a read fails. */
export type PaymentPresence = 'shown' | 'gone' | { unknown: string } | PayOverLimit;

/**
 * Reads whether the service still shows a payment. A list without the payment proves nothing, because the service has returned empty lists
 * for paid orders. A list with the payment proves that it exists.
 */
export async function readPresence(
  { TransactionId, OrderCodeText, MerchantId }: NotedPayment,
  {
    account: { readTransaction, listTransactions },
    takeRead,
  }: Pick<ConfirmingEndpoint, 'account' | 'takeRead'>,
  sender: PaySender | undefined,
): Promise<PaymentPresence> {
  if (readTransaction === undefined) return 'shown';
  const read = takeRead(sender) ?? (await readTransaction(TransactionId, readText(MerchantId) ?? ''));
  if ('outcome' in read) return read;
  if (read.success) return 'shown';
  if (read.code !== PayErrorCode.NotFound) return { unknown: read.message };
  if (listTransactions === undefined) return 'gone';
  const list = takeRead(sender) ?? (await listTransactions(OrderCodeText));
  if ('outcome' in list) return list;
  if (!list.success) return list.code === PayErrorCode.NotFound ? 'gone' : { unknown: list.message };
  const isListed = list.data.Transactions.some((one) => one.TransactionId.toLowerCase() === TransactionId);
  return isListed ? 'shown' : 'gone';
}

function topicOfOrder(orderCode: string, { name, account }: Endpoint): string {
  return `payments|${name}|${account.id}|${orderCode}`;
}

function topicOfReversals({ name, account }: Endpoint): string {
  return `reversals|${name}|${account.id}`;
}
