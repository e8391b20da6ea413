import { isObject } from '../../domain/json-kinds.js';
import { exactJson } from '../http.js';
import { NotProbed, probesOf } from '../run-probes.js';
import { DECLINE, DECLINED } from './payment.probes.js';
import type { ProbeSession } from '../run-probes.js';
import type { ReceivedWebhook, Receiver } from '../verify.types.js';

const AMOUNT = 1234;
const PAYMENT_CREATED = 1796;
const REVERSAL_CREATED = 1797;
const TRANSACTION_FAILED = 1798;
const ORDER_UPDATED = 4865;
const CANCEL = 'payments.cancelOrder';

type Data = Readonly<Record<string, unknown>>;

/** Webhooks that the probes need. All of them are registered at once, because a person does it by hand. */
const EVENTS = [PAYMENT_CREATED, REVERSAL_CREATED, TRANSACTION_FAILED, ORDER_UPDATED];

export const RECEIVER = probesOf('receiver', {
  // Responds to the request that verifies the address of a webhook.
  async 'webhook-verified'(session) {
    const receiver = receiverOf(session);
    const { json } = await session.sendAll('webhooks.retrieveWebhookKey', [['key', {}]]);
    if (isObject(json)) receiver.verificationKey = String(json['Key']);
    await session.target.person.registerWebhook(receiver.url, EVENTS);
    const request = await session.waitFor(
      'the verification request',
      () => Promise.resolve(receiver.received.find(({ method }) => method === 'GET')),
      (found) => found !== undefined,
    );
    session.check(
      'request',
      'webhook-events/rule/verification-request',
      { method: 'GET', authorization: false },
      { method: request?.method, authorization: request?.headers['authorization'] !== undefined },
    );
  },
  // Receives the events of a payment and of its void.
  async 'webhooks-of-a-payment'(session) {
    const { transactionId } = await session.payOrder('order', { amount: AMOUNT });
    const isOf = (data: Data): boolean => data['TransactionId'] === transactionId;
    session.deliver('payment-created', await webhookOf(session, PAYMENT_CREATED, isOf));
    const request = { path: { transactionId }, query: { amount: AMOUNT }, amounts: [AMOUNT] };
    await session.sendAll('transactions.cancelTransaction', [['void', request]]);
    const reversal = await webhookOf(session, REVERSAL_CREATED, (data) => data['ParentId'] === transactionId);
    session.deliver('reversal-created', reversal);
    const isNegative = Number(dataOf(reversal)['Amount']) < 0;
    session.confirm('negative-amount', 'webhook-events.3', 'negative', isNegative);
  },
  // Receives the event of a declined payment, and of its order when it is canceled.
  async 'webhook-of-a-decline'(session) {
    const { orderCode } = await session.payOrder('order', { amount: DECLINED }, DECLINE);
    const isOf = isOfOrder(orderCode);
    session.deliver('transaction-failed', await webhookOf(session, TRANSACTION_FAILED, isOf));
    await session.sendAll(CANCEL, [['cancel', { path: { orderCode } }]]);
    session.deliver('order-updated', await webhookOf(session, ORDER_UPDATED, isOf));
  },
  // Rejects an event, and receives it again an hour later.
  async 'webhook-delivered-again'(session) {
    const receiver = receiverOf(session);
    const orderCode = await session.createOrder('order', { amount: AMOUNT });
    const isOf = isOfOrder(orderCode);
    receiver.status = 500;
    await session.sendAll(CANCEL, [['cancel', { path: { orderCode } }]]);
    const first = await webhookOf(session, ORDER_UPDATED, isOf).finally(() => (receiver.status = 200));
    await session.target.person.waitForRetry();
    const second = await webhookOf(session, ORDER_UPDATED, isOf, 200);
    const [a, b] = [first, second].map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    const sameCreated = a?.['Created'] === b?.['Created'];
    const sameData = JSON.stringify(a?.['EventData']) === JSON.stringify(b?.['EventData']);
    const same = { sameCreated: true, sameData: true };
    session.check('same-content', 'webhook-events/rule/retry-repeats-body', same, { sameCreated, sameData });
  },
});

const isOfOrder =
  (orderCode: string) =>
  ({ OrderCode }: Data): boolean =>
    String(OrderCode) === orderCode;

function receiverOf({ target }: ProbeSession): Receiver {
  if (target.receiver === undefined) throw new NotProbed('no address for webhooks was named (--receiver)');
  return target.receiver;
}

/** Waits for an event of this type, optionally one that got this status. */
async function webhookOf(
  session: ProbeSession,
  eventTypeId: number,
  isOf: (data: Data) => boolean,
  responded?: number,
): Promise<ReceivedWebhook> {
  const receiver = receiverOf(session);
  const matches = (webhook: ReceivedWebhook): boolean =>
    typeOf(webhook) === eventTypeId &&
    isOf(dataOf(webhook)) &&
    (responded === undefined || webhook.responded === responded);
  const webhook = await session.waitFor(
    `event ${eventTypeId}`,
    () => Promise.resolve(receiver.received.find(matches)),
    (found) => found !== undefined,
  );
  return webhook as ReceivedWebhook;
}

/** Exact, because order codes are compared. */
function parsed({ method, body }: ReceivedWebhook): Data {
  const value = method === 'POST' ? exactJson(body) : undefined;
  return isObject(value) ? value : {};
}

const typeOf = (webhook: ReceivedWebhook): unknown => parsed(webhook)['EventTypeId'];

function dataOf(webhook: ReceivedWebhook): Data {
  const data = parsed(webhook)['EventData'];
  return isObject(data) ? data : {};
}
