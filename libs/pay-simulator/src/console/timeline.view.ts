import { CHECKOUT_PATH } from '../checkout/checkout-address.js';
import type { Control } from '../control/control.js';
import { hideSecrets } from '../control/hide-secrets.js';
import { TRANSACTION_TYPES } from '../domain/contract.generated.js';
import { CHALLENGE_ABANDONED, CHALLENGE_FAILED, eventText } from '../domain/issuer.js';
import { OrderState } from '../domain/order.js';
import { ThreeDSecure } from '../domain/transaction.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import type { PageRequest } from '../http/page.js';
import type { Order, Transaction } from './books.model.js';
import { CONSOLE_PATH } from './console-address.js';
import {
  actionButton,
  amount,
  chip,
  copyButton,
  breakable,
  curlButton,
  moment,
  refusedView,
  rowMenu,
  type ChipLook,
} from './console-parts.view.js';
import { consoleReply } from './console-frame.view.js';
import type { ConsoleModel } from './console.model.js';
import { failuresByOrder, type Delivery } from './deliveries.model.js';
import { attemptView, deliveryState, failedLink, isAccepted } from './deliveries.view.js';
import { DISPUTE_STEPS } from './dispute-steps.js';
import { durationText } from './duration-text.js';
import { moneyStrip, type TransactionDetails } from './money-strip.model.js';
import { moneyStripView } from './money-strip.view.js';
import { PAYMENT_STATES, stateOf, statesOf } from './payment-states.js';
import { prettyJson } from './pretty-json.js';
import type { RequestDetails } from './requests.model.js';
import { eventTypeName } from './webhooks.view.js';

const THREE_D_SECURE: Readonly<Record<ThreeDSecure, string | null>> = {
  [ThreeDSecure.Unspecified]: null,
  [ThreeDSecure.Authenticated]: '3-D Secure: authenticated',
  [ThreeDSecure.None]: null,
  [ThreeDSecure.Attempted]: '3-D Secure: attempted',
};
/** Items of the same time: the call comes before its effect, and reads come last. */
const RANK = { call: 0, order: 1, transaction: 2, delivery: 3, received: 4, read: 5 } as const;
/** Names of the two lanes. */
const LANES = { app: 'Your application', service: 'The service' } as const;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const CHECKOUT_OPERATION = 'getSmartCheckout';

interface Item {
  readonly at: number;
  readonly rank: keyof typeof RANK;
  readonly look: ChipLook;
  readonly lane: keyof typeof LANES;
  /** Whether the item is a call that changes and confirms nothing of the order, or a failed attempt between the first and the last. */
  readonly isAside?: boolean;
  readonly id?: string;
  readonly title: string;
  readonly label?: string;
  readonly more?: Html;
}

/** A call that mentions the order. */
interface OrderCall {
  readonly entry: RequestDetails;
  /** Whether the request mentions it, and not only the response. */
  readonly isAddressed: boolean;
}

/** An attempt of a delivery, and the call with which the application confirmed its event. */
interface ReceivedEvent {
  readonly attempt: Delivery['attempts'][number];
  readonly confirmation: RequestDetails | undefined;
}

/** Renders the timeline of an order. Transactions of a terminal have no order. Returns a 404 page for an unknown code. */
export function timelinePage(
  control: Control,
  { path: { code = '' } }: Pick<PageRequest, 'path'>,
  model: ConsoleModel,
): HttpReply {
  const { books, merchants } = model;
  // A payment at a terminal can have no order.
  const owner =
    books.find(({ find }) => find(code)) ?? books.find(({ transactions }) => transactions().has(code));
  if (!owner) {
    const text = `Order ${code} was not found. A reset of the simulator removes all orders.`;
    return orderReply(404, model, code, html`<p class="notice problem">${text}</p>`);
  }
  const { find, merchant } = owner;
  const order = find(code);
  const transactions = (order?.transactions ?? owner.transactions().get(code) ?? []).map(({ id }) =>
    control.read('getTransaction', { path: { ...merchant.path, transactionId: id } }),
  );
  const merchantName = merchant === merchants[0] ? null : merchant.title;
  const strip = order && moneyStrip(control, merchant.path, order, transactions, model.now);
  const failed = failuresByOrder(model.failedDeliveries).get(code) ?? 0;
  return orderReply(
    200,
    model,
    code,
    html`${order && summaryView(order, transactions, merchantName, failed)}${strip && moneyStripView(strip)}${itemsView(timeline(control, model, code, order, transactions))}`,
  );
}

function orderReply(status: 200 | 404, model: ConsoleModel, code: string, live: Html): HttpReply {
  return consoleReply(status, model, {
    tab: 'orders',
    title: `Order ${code}`,
    tools: html`<div><p class="back"><a href="${CONSOLE_PATH}?view=orders">All orders</a></p><h1>Order ${code} ${status === 200 && copyButton('order code', code)}</h1></div>`,
    live,
    refreshSeconds: 5,
  });
}

/** Renders the state of an order, and what happened to its newest payment. */
export function orderChips(order: Order, transactions: readonly Transaction[]): Html {
  return html`<span class="whole">${statesOf(order, transactions).map(([text, look]) => html`${chip(text, look)} `)}</span>`;
}

/** @param merchantName - Name of a connected merchant. */
function summaryView(
  order: Order,
  transactions: readonly Transaction[],
  merchantName: string | null,
  failedDeliveries: number,
): Html {
  const fact = (name: string, value: Html | string | null): Html | false =>
    value !== null &&
    value !== '' &&
    html`<div><dt>${name}</dt><dd>${typeof value === 'string' ? hideSecrets(value) : value}</dd></div>`;
  return html`<section aria-label="Order">
<p class="sum"><strong>${amount(order.amount, order.currencyCode)}</strong> ${orderChips(order, transactions)}${failedLink(order.code, failedDeliveries)}<a class="to" href="${CHECKOUT_PATH}?ref=${order.code}">Checkout page</a></p>
<dl class="facts">
${fact('Merchant', merchantName)}
${fact('Description', order.customerTrns)}
${fact('Reference', order.merchantTrns)}
${fact('Email', order.customer.email)}
${order.state === OrderState.Pending && fact('Expires', order.expiresAt === null ? 'Never' : moment(order.expiresAt))}
</dl>
</section>`;
}

function itemsView(items: readonly Item[]): Html {
  return html`<section aria-labelledby="timeline-title">
<h2 id="timeline-title">Timeline <small>service time in UTC; + is the time since the step above</small></h2>
<p class="lanes" aria-hidden="true"><span>${LANES.app}</span><span>${LANES.service}</span></p>
<ol class="timeline">${groupAsides(items).map(stepView)}</ol>
</section>`;
}

/** Puts items that follow each other in a lane, and that are no steps of the payment, into one group. */
function groupAsides(items: readonly Item[]): readonly (readonly [item: Item, before: Item | undefined])[][] {
  const groups: (readonly [Item, Item | undefined])[][] = [];
  for (const [index, one] of items.entries()) {
    const before = items[index - 1];
    const last = groups.at(-1);
    if (last !== undefined && one.isAside === true && before?.isAside === true && before.lane === one.lane)
      last.push([one, before]);
    else groups.push([[one, before]]);
  }
  return groups;
}

function stepView(group: readonly (readonly [item: Item, before: Item | undefined])[]): Html {
  const shown = group.map(
    ([one, before]) => html`${dayView(one, before)}${itemView(one, sinceView(one.at, before?.at))}`,
  );
  const [first, before] = group[0] ?? [];
  const [last] = group.at(-1) ?? [];
  if (first?.isAside !== true || last === undefined) return html`${shown}`;
  const what = first.lane === 'app' ? 'call' : 'failed attempt';
  const count = group.length === 1 ? `1 more ${what}` : `${group.length} more ${what}s`;
  return html`${dayView(last, before)}
<li class="${first.lane} aside"><details data-key="calls-${first.at}"><summary>${count}${first.lane === 'app' && ' about this order'} <span class="when">${group.length > 1 && 'until '}${sinceView(last.at, before?.at)}</span></summary><ol class="timeline calls">${shown}</ol></details></li>`;
}

/** Renders the date if the item is the first one of a day. */
function dayView({ at }: Item, before: Item | undefined): Html | false {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  return (
    (before === undefined || day(before.at) !== day(at)) &&
    html`
<li class="day"><time datetime="${day(at)}">${WEEKDAYS[new Date(at).getUTCDay()]}, ${day(at)} UTC</time></li>`
  );
}

/** Renders the time of day, and the time since the item before, such as `+120 ms`. */
function sinceView(at: number, before: number | undefined): Html {
  const iso = new Date(at).toISOString();
  const since = before === undefined ? '' : `+${durationText(at - before)}`;
  return html`${iso.slice(11, 19)} <time datetime="${iso}" title="${iso.slice(0, 10)} ${iso.slice(11, 23)} UTC">${since}</time>`;
}

function timeline(
  { read }: Control,
  { clock }: ConsoleModel,
  code: string,
  order: Order | undefined,
  transactions: readonly TransactionDetails[],
): readonly Item[] {
  const names = [code, ...transactions.map(({ id }) => id)];
  const query = { contains: names.join() };
  const mentions = (text: string): boolean => names.some((name) => text.includes(name));
  const calls = read('listRequests', { query })
    .filter(({ operation }) => operation !== null)
    .map(({ id }): OrderCall => {
      const entry = read('getRequest', { path: { id: String(id) } });
      return { entry, isAddressed: mentions(entry.target) || mentions(entry.request) };
    });
  const confirmations = new Set<RequestDetails>();
  const sent = read('listDeliveries', { query }).map((delivery) => ({
    delivery,
    received: delivery.attempts.filter(isAccepted).map((attempt): ReceivedEvent => {
      const { TransactionId: id } = delivery.eventData;
      const found = calls.find(
        ({ entry }) =>
          typeof id === 'string' &&
          entry.method === 'GET' &&
          entry.operation !== CHECKOUT_OPERATION &&
          isAccepted(entry) &&
          entry.at >= attempt.at &&
          entry.target.includes(id) &&
          !confirmations.has(entry),
      );
      if (found) confirmations.add(found.entry);
      return { attempt, confirmation: found?.entry };
    }),
  }));
  const items = [
    ...(order ? [orderItem(order)] : []),
    ...transactions.map(transactionItem),
    ...transactions.flatMap((payment) => payment.dispute.steps.map((step) => disputeItem(payment, step))),
    ...sent.flatMap(({ delivery, received }) => [
      ...deliveryItems(delivery, clock.ms),
      ...received.map((one) => receivedItem(one, delivery.eventTypeId, clock.isTicking)),
    ]),
    ...calls.map((call) => requestItem(call, confirmations.has(call.entry))),
  ];
  return items.sort((one, other) => one.at - other.at || RANK[one.rank] - RANK[other.rank]);
}

/** @param when - Time of the item, relative to the item before. */
function itemView({ look, lane, id, title, label, more }: Item, when: Html): Html {
  return html`
<li class="${lane} ${look}"${id !== undefined && html` id="${id}"`}>
<p class="head"><span class="when">${when}</span> <strong>${title}</strong>${label !== undefined && html` ${chip(label, look)}`} <span class="lane">${LANES[lane]}</span></p>
${more}
</li>`;
}

function orderItem({ createdAt, amount: minor, currencyCode, preauth }: Order): Item {
  return {
    at: createdAt,
    rank: 'order',
    look: 'plain',
    lane: 'service',
    title: 'Order created',
    more: html`<p class="dim">${amount(minor, currencyCode)}${preauth && ', pre-authorization'}</p>`,
  };
}

function transactionItem(transaction: TransactionDetails): Item {
  const {
    id,
    orderCode,
    parentId,
    type,
    amount: minor,
    currencyCode,
    createdAt,
    card,
    eventId,
    refunded,
    dispute: { possibleSteps },
  } = transaction;
  const [label, look] = stateOf(transaction);
  const authentication =
    eventId === CHALLENGE_FAILED || eventId === CHALLENGE_ABANDONED
      ? '3-D Secure: failed'
      : THREE_D_SECURE[transaction.threeDSecure];
  const facts = [
    amount(minor, currencyCode),
    card?.number,
    authentication,
    eventId === 0 ? null : `${eventText(eventId)} (event ${eventId})`,
    refunded > 0 ? `${amount(refunded, currencyCode)} refunded` : null,
  ].filter((fact) => fact !== null && fact !== undefined);
  return {
    at: createdAt,
    rank: 'transaction',
    look,
    lane: 'service',
    label,
    id: `transaction-${id}`,
    title: TRANSACTION_TYPES[type] ?? `Transaction type ${type}`,
    more: html`<p>${facts.join(' · ')}</p>
<p class="dim">Transaction <span class="code">${id}</span>${parentId !== null && html` · of <a class="code" href="#transaction-${parentId}">${parentId}</a>`}</p>
${
  possibleSteps.length > 0 &&
  rowMenu(
    id,
    `Dispute of transaction ${id}`,
    possibleSteps.map((step) =>
      actionButton(`/orders/${orderCode}/transactions/${id}/${step}`, DISPUTE_STEPS[step]?.button ?? step),
    ),
    'Dispute',
  )
}`,
  };
}

function disputeItem(
  { id, amount: minor, refunded, currencyCode }: Transaction,
  { at, status }: TransactionDetails['dispute']['steps'][number],
): Item {
  const disputed = amount(minor - refunded, currencyCode);
  const { title, meaning } = Object.values(DISPUTE_STEPS).find((step) => step.status === status) ?? {
    ...{ title: 'Dispute', meaning: '' },
  };
  const more = html`<p>${disputed} · ${meaning}</p>
<p class="dim">About transaction <a class="code" href="#transaction-${id}">${id}</a></p>`;
  return { at, rank: 'transaction', look: PAYMENT_STATES[status][1], lane: 'service', title, more };
}

function deliveryItems(delivery: Delivery, now: number): readonly Item[] {
  const { id, attempts, createdAt, eventTypeId, state, url, dueAt, duplicateOf } = delivery;
  const title = `Webhook: ${eventTypeName(eventTypeId)}`;
  const link = html`<a href="${CONSOLE_PATH}?view=deliveries&amp;delivery=${id}">Delivery</a> to <span class="code">${url}</span>`;
  const shared = { rank: 'delivery', lane: 'service', title } as const;
  const sent = attempts.map((attempt, index): Item => ({
    ...shared,
    at: attempt.at,
    look: isAccepted(attempt) ? 'good' : 'bad',
    isAside: index > 0 && index < attempts.length - 1 && !isAccepted(attempt),
    label: String(attempt.status ?? attempt.error ?? 'no response'),
    more: html`<p class="dim">${link} · attempt ${index + 1}${duplicateOf !== null && ' of a duplicate'}</p>
<details data-key="delivery-${id}-${index}"><summary>Request and response</summary><ol class="attempts">${attemptView(attempt)}</ol></details>`,
  }));
  if (state === 'delivered') return sent;
  const at = dueAt ?? attempts.at(-1)?.at ?? createdAt;
  const [label, look] = deliveryState(delivery, now);
  const more = html`<p class="dim">${link}${state === 'failed' && ` · ${attempts.length} attempts failed. The service does not send this event again.`}</p>`;
  return [...sent, { ...shared, at, look, label, more }];
}

/** Says what is known of an event that the application accepted: when it responded, and whether it confirmed the event before. */
function receivedItem(
  { attempt, confirmation }: ReceivedEvent,
  eventTypeId: number,
  isTicking: boolean,
): Item {
  const { at, durationMs, status } = attempt;
  const isConfirmedBefore =
    confirmation !== undefined && confirmation.at > at && confirmation.at <= at + durationMs;
  // The clock of a test stands still while the application responds. A read at the same time follows the response.
  const isLater = isTicking && confirmation?.at !== at;
  const known = isConfirmedBefore
    ? 'The application responded after it confirmed the event.'
    : confirmation === undefined
      ? 'The application responded. No read of the payment followed.'
      : 'The application responded, and read the payment later.';
  return {
    at: isLater ? at + durationMs : at,
    rank: 'received',
    look: 'good',
    lane: 'app',
    title: `Event ${eventTypeId} accepted`,
    label: String(status),
    more: html`<p class="dim">${known}${!isLater && ` The response took ${durationMs} ms of real time. The service’s clock stood still.`}</p>`,
  };
}

function requestItem({ entry, isAddressed }: OrderCall, isConfirmation: boolean): Item {
  const { at, curl, operation, method, request, response, status, fault, refused, target } = entry;
  const body = (name: string, text: string): Html | false =>
    text !== '' && html`<pre tabindex="0" aria-label="${name}">${prettyJson(text)}</pre>`;
  const creates = /createOrder/i.test(operation ?? '');
  const isCheckout = operation === CHECKOUT_OPERATION;
  return {
    at,
    rank: method === 'GET' ? 'read' : 'call',
    look: status !== null && status < 400 ? 'good' : 'bad',
    lane: isCheckout ? 'service' : 'app',
    isAside: !isCheckout && !creates && !isConfirmation && (method === 'GET' || !isAddressed),
    title: isConfirmation ? `Event confirmed: ${operation ?? ''}` : requestTitle(method, operation ?? ''),
    label: String(status ?? 'no response'),
    more: html`<p class="code">${method} ${breakable(target)}${fault !== null && html` · fault: ${fault}`} ${!isCheckout && curlButton(curl)}</p>
${refusedView(refused)}
${(request !== '' || response !== '') && html`<details data-key="request-${at}-${operation}-${method}"><summary>Request and response</summary>${body('Request body', request)}${body('Response body', response)}</details>`}`,
  };
}

function requestTitle(method: string, operation: string): string {
  // The contract counts the checkout page as an operation, but no application calls it.
  if (operation === CHECKOUT_OPERATION)
    return method === 'GET' ? 'Checkout page opened' : 'Checkout page submitted';
  return `${method === 'GET' ? 'Read' : 'Call'}: ${operation}`;
}
