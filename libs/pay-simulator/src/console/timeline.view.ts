import { CHECKOUT_PATH } from '../checkout/checkout-address.js';
import { isAccepted, type Delivery, type DeliveryAttempt } from '../deliveries/delivery.js';
import { TRANSACTION_TYPES } from '../domain/contract.generated.js';
import { CHALLENGE_ABANDONED, CHALLENGE_FAILED, eventText } from '../domain/issuer.js';
import type { DisputeStatus, DisputeStep, DisputeStepName } from '../domain/disputes.js';
import { OrderState, type Order } from '../domain/order.js';
import { ThreeDSecure, type Transaction } from '../domain/transaction.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import type { PageRequest } from '../http/page.js';
import type { LoggedRequest, RequestTexts } from '../http/request-log.js';
import type { Services } from '../services/services.js';
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
import { curlOf, type ConsoleModel } from './console.model.js';
import { failuresByOrder } from './deliveries.model.js';
import { attemptView, deliveryState, failedLink } from './deliveries.view.js';
import { durationText } from './duration-text.js';
import { hideSecrets } from './hide-secrets.js';
import { moneyStrip } from './money-strip.model.js';
import { moneyStripView } from './money-strip.view.js';
import { PAYMENT_STATES, stateOf, statesOf } from './payment-states.js';
import { prettyJson } from './pretty-json.js';
import { eventTypeName } from './webhooks.view.js';

const THREE_D_SECURE: Readonly<Record<ThreeDSecure, string | null>> = {
  [ThreeDSecure.Unspecified]: null,
  [ThreeDSecure.Authenticated]: '3-D Secure: authenticated',
  [ThreeDSecure.None]: null,
  [ThreeDSecure.Attempted]: '3-D Secure: attempted',
};
const DISPUTE_ACTIONS: Readonly<Record<DisputeStepName, string>> = {
  'dispute-suspected': 'Suspect a dispute',
  dispute: 'Open a dispute',
  'dispute-evidence': 'Submit evidence',
  'dispute-forwarded': 'Forward evidence to the bank',
  'dispute-won': 'Win the dispute',
  'dispute-lost': 'Lose the dispute',
};
/** Title of a step of a dispute, and what it means for the merchant. */
export const DISPUTE_ITEMS: Readonly<Record<DisputeStatus, readonly [string, string]>> = {
  MS: ['Dispute suspected', 'The service holds the money.'],
  M: ['Dispute opened', 'The cardholder asks the bank for the money. The service holds it.'],
  MI: ['Evidence submitted', 'The service reviews it.'],
  MA: ['Evidence forwarded', 'The cardholder’s bank decides.'],
  MW: ['Dispute won', 'You keep the money.'],
  ML: ['Dispute lost', 'The cardholder gets the money. You pay a fee.'],
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
  readonly entry: LoggedRequest;
  readonly texts: RequestTexts;
  /** Whether the request mentions it, and not only the response. */
  readonly isAddressed: boolean;
}

/** An attempt of a delivery, and the call with which the application confirmed its event. */
interface ReceivedEvent {
  readonly attempt: DeliveryAttempt;
  readonly confirmation: LoggedRequest | undefined;
}

/** Renders the timeline of an order. Transactions of a terminal have no order. Returns a 404 page for an unknown code. */
export function timelinePage(
  services: Services,
  { headers, path: { code = '' } }: Pick<PageRequest, 'headers' | 'path'>,
  model: ConsoleModel,
): HttpReply {
  const owner = services.servicesForOrder(code);
  const order = owner.orders.find(code);
  const transactions = owner.transactions.ofOrder(code);
  const merchantName = owner.account === services.account ? null : owner.account.companyTitle;
  const strip = order && moneyStrip(services, owner, order, transactions);
  const isKnown = order !== undefined || transactions.length > 0;
  const content = isKnown
    ? html`${order && summaryView(order, transactions, merchantName, failuresByOrder(services).get(code) ?? 0)}${strip && moneyStripView(strip)}${itemsView(timeline(services, headers, code, order, transactions))}`
    : html`<p class="notice problem">Order ${code} was not found. A reset of the simulator removes all orders.</p>`;
  return consoleReply(isKnown ? 200 : 404, model, {
    tab: 'orders',
    title: `Order ${code}`,
    tools: html`<div><p class="back"><a href="${CONSOLE_PATH}?view=orders">All orders</a></p><h1>Order ${code} ${isKnown && copyButton('order code', code)}</h1></div>`,
    live: content,
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
  services: Services,
  headers: PageRequest['headers'],
  code: string,
  order: Order | undefined,
  transactions: readonly Transaction[],
): readonly Item[] {
  const { clock, deliveries, log } = services;
  const { disputes } = services.servicesForOrder(code);
  const names = [code, ...transactions.map(({ id }) => id)];
  const mentions = (text: string): boolean => names.some((name) => text.includes(name));
  // Writing thousands of messages as JSON takes seconds.
  const mentionsIn = (value: unknown): boolean => {
    if (typeof value === 'string') return value.length >= code.length && mentions(value);
    if (typeof value === 'object' && value !== null) return Object.values(value).some(mentionsIn);
    return (typeof value === 'bigint' || typeof value === 'number') && mentions(String(value));
  };
  const calls = log.list().flatMap((entry): readonly OrderCall[] => {
    const texts = log.texts(entry);
    if (entry.operation === null || !texts) return [];
    const isAddressed = mentions(texts.target) || mentions(texts.request);
    return isAddressed || mentions(texts.response) ? [{ entry, texts, isAddressed }] : [];
  });
  const confirmations = new Set<LoggedRequest>();
  const sent = deliveries
    .list()
    .filter(({ message }) => mentionsIn(message.eventData))
    .map((delivery) => ({
      delivery,
      received: delivery.attempts.filter(isAccepted).map((attempt): ReceivedEvent => {
        const { TransactionId: id } = delivery.message.eventData;
        const found = calls.find(
          ({ entry, texts }) =>
            typeof id === 'string' &&
            entry.method === 'GET' &&
            entry.operation !== CHECKOUT_OPERATION &&
            isAccepted(entry) &&
            entry.at >= attempt.at &&
            texts.target.includes(id) &&
            !confirmations.has(entry),
        );
        if (found) confirmations.add(found.entry);
        return { attempt, confirmation: found?.entry };
      }),
    }));
  const items = [
    ...(order ? [orderItem(order)] : []),
    ...transactions.map((transaction) => transactionItem(transaction, disputes.possibleSteps(transaction))),
    ...transactions.flatMap((payment) =>
      disputes.ofPayment(payment.id).map((step) => disputeItem(payment, step)),
    ),
    ...sent.flatMap(({ delivery, received }) => [
      ...deliveryItems(delivery, clock.now()),
      ...received.map((one) => receivedItem(one, delivery.message.eventTypeId, clock.isTicking)),
    ]),
    ...calls.map((call) =>
      requestItem(call, code, confirmations.has(call.entry), curlOf(services, headers, call.entry)),
    ),
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

function transactionItem(transaction: Transaction, disputeSteps: readonly DisputeStepName[]): Item {
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
  disputeSteps.length > 0 &&
  rowMenu(
    id,
    `Dispute of transaction ${id}`,
    disputeSteps.map((step) =>
      actionButton(`/orders/${orderCode}/transactions/${id}/${step}`, DISPUTE_ACTIONS[step]),
    ),
    'Dispute',
  )
}`,
  };
}

function disputeItem(
  { id, amount: minor, refunded, currencyCode }: Transaction,
  { at, status }: DisputeStep,
): Item {
  const disputed = amount(minor - refunded, currencyCode);
  const [title, meaning] = DISPUTE_ITEMS[status];
  const more = html`<p>${disputed} · ${meaning}</p>
<p class="dim">About transaction <a class="code" href="#transaction-${id}">${id}</a></p>`;
  return { at, rank: 'transaction', look: PAYMENT_STATES[status][1], lane: 'service', title, more };
}

function deliveryItems(delivery: Delivery, now: number): readonly Item[] {
  const { id, message, attempts, state, webhook, dueAt, duplicateOf } = delivery;
  const title = `Webhook: ${eventTypeName(message.eventTypeId)}`;
  const link = html`<a href="${CONSOLE_PATH}?view=deliveries&amp;delivery=${id}">Delivery</a> to <span class="code">${webhook.url}</span>`;
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
  const at = dueAt ?? attempts.at(-1)?.at ?? Date.parse(message.created);
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

function requestItem(
  { entry, texts, isAddressed }: OrderCall,
  code: string,
  isConfirmation: boolean,
  curl: string | undefined,
): Item {
  const { at, operation, method, status, fault, refused } = entry;
  const shown = (text: string): string => hideSecrets(text, (digits) => digits === code);
  const body = (name: string, text: string): Html | false =>
    text !== '' && html`<pre tabindex="0" aria-label="${name}">${prettyJson(shown(text))}</pre>`;
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
    more: html`<p class="code">${method} ${breakable(shown(texts.target))}${fault !== null && html` · fault: ${fault}`} ${!isCheckout && curlButton(curl)}</p>
${refusedView(refused)}
${(texts.request !== '' || texts.response !== '') && html`<details data-key="request-${at}-${operation}-${method}"><summary>Request and response</summary>${body('Request body', texts.request)}${body('Response body', texts.response)}</details>`}`,
  };
}

function requestTitle(method: string, operation: string): string {
  // The contract counts the checkout page as an operation, but no application calls it.
  if (operation === CHECKOUT_OPERATION)
    return method === 'GET' ? 'Checkout page opened' : 'Checkout page submitted';
  return `${method === 'GET' ? 'Read' : 'Call'}: ${operation}`;
}
