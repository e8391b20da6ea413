import { CHECKOUT_PATH } from '../checkout/checkout-address.js';
import { hideSecrets } from '../control/hide-secrets.js';
import { TRANSACTION_TYPES } from '../domain/contract.generated.js';
import { CHALLENGE_ABANDONED, CHALLENGE_FAILED, eventText } from '../domain/issuer.js';
import { OrderState } from '../domain/order.js';
import { ThreeDSecure } from '../domain/transaction.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import type { Order } from './books.model.js';
import {
  actionButton,
  amount,
  bodyView,
  breakable,
  chip,
  copyButton,
  curlButton,
  isAccepted,
  moment,
  refusedView,
  rowMenu,
  viewPath,
  type ChipLook,
} from './console-parts.view.js';
import { consoleReply } from './console-frame.view.js';
import type { ConsoleModel } from './console.model.js';
import { eventTypeName, failuresByOrder, type Delivery } from './deliveries.model.js';
import { attemptView, deliveryState, failedLink, resultOf } from './deliveries.view.js';
import { DISPUTE_STEPS } from './dispute-steps.js';
import { durationText } from './duration-text.js';
import { moneyStrip, type TransactionDetails } from './money-strip.model.js';
import { moneyStripView } from './money-strip.view.js';
import { orderChips } from './orders.view.js';
import { PAYMENT_STATES, stateOf } from './payment-states.js';
import { isFailed, type RequestDetails } from './requests.model.js';

/** Items of the same time: the call comes before its effect, and reads come last. */
const RANK = { call: 0, order: 1, transaction: 2, delivery: 3, received: 4, read: 5 } as const;
/** Names of the two lanes. */
const LANES = { app: 'Your application', service: 'The service' } as const;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** The contract counts the checkout page as an operation, but no application calls it. */
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

type DeliveryAttempt = Delivery['attempts'][number];

/** Renders the timeline of an order. Transactions of a terminal have no order. Returns a 404 page for an unknown code. */
export function timelinePage(model: ConsoleModel, code: string): HttpReply {
  const { books, failed, merchants, now, read } = model;
  // A payment at a terminal can have no order.
  const owner =
    books.find(({ find }) => find(code)) ?? books.find(({ transactions }) => transactions().has(code));
  if (!owner) {
    const text = `Order ${code} was not found. A reset of the simulator removes all orders.`;
    return orderReply(404, model, code, html`<p class="notice problem">${text}</p>`);
  }
  const { path, title } = owner.merchant;
  const order = owner.find(code);
  const transactions = (order?.transactions ?? owner.transactions().get(code) ?? []).map(({ id }) =>
    read('getTransaction', { path: { ...path, transactionId: id } }),
  );
  const merchantName = owner.merchant === merchants[0] ? '' : title;
  const strip = order && moneyStrip(model, path, order, transactions, now);
  return orderReply(
    200,
    model,
    code,
    html`${order && summaryView(order, transactions, merchantName, failuresByOrder(failed).get(code))}${strip && moneyStripView(strip)}${itemsView(timeline(model, code, order, transactions))}`,
  );
}

function orderReply(status: 200 | 404, model: ConsoleModel, code: string, live: Html): HttpReply {
  return consoleReply(status, model, {
    tab: 'orders',
    title: `Order ${code}`,
    tools: html`<div><p class="back"><a href="${viewPath('orders')}">All orders</a></p><h1>Order ${code} ${status === 200 && copyButton('order code', code)}</h1></div>`,
    live,
    refreshSeconds: 5,
  });
}

/** @param merchantName - Name of a connected merchant. */
function summaryView(
  order: Order,
  transactions: readonly TransactionDetails[],
  merchantName: string,
  failedDeliveries: number | undefined,
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

/** Renders the items. Those that follow each other in a lane and are no steps of the payment are in a group. */
function itemsView(items: readonly Item[]): Html {
  const groups: [Placed, ...Placed[]][] = [];
  for (const [index, item] of items.entries()) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const continues = item.isAside === true && last?.isAside === true && last.lane === item.lane;
    const placed = { ...item, before: items[index - 1]?.at };
    if (group && continues) group.push(placed);
    else groups.push([placed]);
  }
  return html`<section aria-labelledby="timeline-title">
<h2 id="timeline-title">Timeline <small>service time in UTC; + is the time since the step above</small></h2>
<p class="lanes" aria-hidden="true"><span>${LANES.app}</span><span>${LANES.service}</span></p>
<ol class="timeline">${groups.map(groupView)}</ol>
</section>`;
}

/** An item with the time of the one before it. */
type Placed = Item & { readonly before: number | undefined };

function groupView(group: readonly [Placed, ...Placed[]]): Html {
  const shown = group.map((item) => html`${dayView(item)}${itemView(item)}`);
  const [{ at, before, isAside, lane }] = group;
  if (isAside !== true) return html`${shown}`;
  const end = { at: group.at(-1)?.at ?? at, before };
  const what = lane === 'app' ? 'call' : 'failed attempt';
  const count = group.length === 1 ? `1 more ${what}` : `${group.length} more ${what}s`;
  return html`${dayView(end)}
<li class="${lane} aside"><details data-key="calls-${at}"><summary>${count}${lane === 'app' && ' about this order'} <span class="when">${group.length > 1 && 'until '}${sinceView(end)}</span></summary><ol class="timeline calls">${shown}</ol></details></li>`;
}

/** Renders the date if the item is the first one of a day. */
function dayView({ at, before }: Pick<Placed, 'at' | 'before'>): Html | false {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  return (
    (before === undefined || day(before) !== day(at)) &&
    html`
<li class="day"><time datetime="${day(at)}">${WEEKDAYS[new Date(at).getUTCDay()]}, ${day(at)} UTC</time></li>`
  );
}

/** Renders the time of day, and the time since the item before, such as `+120 ms`. */
function sinceView({ at, before }: Pick<Placed, 'at' | 'before'>): Html {
  const iso = new Date(at).toISOString();
  const since = before === undefined ? '' : `+${durationText(at - before)}`;
  return html`${iso.slice(11, 19)} <time datetime="${iso}" title="${iso.slice(0, 10)} ${iso.slice(11, 23)} UTC">${since}</time>`;
}

function itemView(item: Placed): Html {
  const { look, lane, id, title, label, more } = item;
  return html`
<li class="${lane} ${look}"${id !== undefined && html` id="${id}"`}>
<p class="head"><span class="when">${sinceView(item)}</span> <strong>${title}</strong>${label !== undefined && html` ${chip(label, look)}`} <span class="lane">${LANES[lane]}</span></p>
${more}
</li>`;
}

function timeline(
  model: ConsoleModel,
  code: string,
  order: Order | undefined,
  transactions: readonly TransactionDetails[],
): readonly Item[] {
  const { read } = model;
  const names = [code, ...transactions.map(({ id }) => id)];
  const query = { contains: names.join() };
  const calls = read('listRequests', { query })
    .filter(({ operation }) => operation !== null)
    .map(({ id }) => read('getRequest', { path: { id: String(id) } }));
  const confirmations = new Set<RequestDetails>();
  /** Returns the call with which the application confirmed the event that it accepted. */
  const confirmation = ({ at }: DeliveryAttempt, id: unknown): RequestDetails | undefined => {
    const found = calls.find(
      (call) =>
        typeof id === 'string' &&
        call.method === 'GET' &&
        call.operation !== CHECKOUT_OPERATION &&
        isAccepted(call) &&
        call.at >= at &&
        call.target.includes(id) &&
        !confirmations.has(call),
    );
    if (found) confirmations.add(found);
    return found;
  };
  const items = [
    ...(order ? [orderItem(order)] : []),
    ...transactions.map(transactionItem),
    ...transactions.flatMap(disputeItems),
    ...read('listDeliveries', { query }).flatMap((delivery) => [
      ...deliveryItems(delivery, model.now),
      ...delivery.attempts
        .filter(isAccepted)
        .map((attempt) =>
          receivedItem(delivery, attempt, confirmation(attempt, delivery.eventData.TransactionId), model),
        ),
    ]),
    ...calls.map((call) => {
      const isAddressed = names.some((name) => call.target.includes(name) || call.request.includes(name));
      return requestItem(call, isAddressed, confirmations.has(call));
    }),
  ];
  return items.sort((one, other) => one.at - other.at || RANK[one.rank] - RANK[other.rank]);
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
  const { id, orderCode, parentId, type, currencyCode, createdAt, card, eventId, refunded } = transaction;
  const [label, look] = stateOf(transaction);
  const { possibleSteps } = transaction.dispute;
  const facts = [
    amount(transaction.amount, currencyCode),
    card?.number,
    authenticationText(transaction),
    eventId > 0 && `${eventText(eventId)} (event ${eventId})`,
    refunded > 0 && `${amount(refunded, currencyCode)} refunded`,
  ].filter(Boolean);
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
    DISPUTE_STEPS.filter(({ name }) => possibleSteps.includes(name)).map(({ name, button }) =>
      actionButton(`/orders/${orderCode}/transactions/${id}/${name}`, button),
    ),
    'Dispute',
  )
}`,
  };
}

function authenticationText({ eventId, threeDSecure }: TransactionDetails): string | false {
  if (eventId === CHALLENGE_FAILED || eventId === CHALLENGE_ABANDONED) return '3-D Secure: failed';
  if (threeDSecure === ThreeDSecure.Attempted) return '3-D Secure: attempted';
  return threeDSecure === ThreeDSecure.Authenticated && '3-D Secure: authenticated';
}

function disputeItems({
  id,
  amount: paid,
  refunded,
  currencyCode,
  dispute,
}: TransactionDetails): readonly Item[] {
  return dispute.steps.map(({ at, status }): Item => {
    const step = DISPUTE_STEPS.find((one) => one.status === status);
    return {
      at,
      rank: 'transaction',
      look: PAYMENT_STATES[status][1],
      lane: 'service',
      title: step?.title ?? 'Dispute',
      more: html`<p>${amount(paid - refunded, currencyCode)} · ${step?.meaning}</p>
<p class="dim">About transaction <a class="code" href="#transaction-${id}">${id}</a></p>`,
    };
  });
}

function deliveryItems(delivery: Delivery, now: number): readonly Item[] {
  const { id, attempts, createdAt, eventTypeId, state, url, dueAt, duplicateOf } = delivery;
  const title = `Webhook: ${eventTypeName(eventTypeId)}`;
  const link = html`<a href="${viewPath('deliveries', { delivery: id })}">Delivery</a> to <span class="code">${url}</span>`;
  const shared = { rank: 'delivery', lane: 'service', title } as const;
  const sent = attempts.map((attempt, index): Item => ({
    ...shared,
    at: attempt.at,
    look: isAccepted(attempt) ? 'good' : 'bad',
    isAside: index > 0 && index < attempts.length - 1 && !isAccepted(attempt),
    label: resultOf(attempt),
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
  { eventTypeId }: Delivery,
  { at, durationMs, status }: DeliveryAttempt,
  confirmation: RequestDetails | undefined,
  { clock }: ConsoleModel,
): Item {
  // The clock of a test stands still while the application responds. A read at the same time follows the response.
  const isLater = clock.isTicking && confirmation?.at !== at;
  let known = 'The application responded. No read of the payment followed.';
  if (confirmation)
    known =
      confirmation.at > at && confirmation.at <= at + durationMs
        ? 'The application responded after it confirmed the event.'
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

/** @param isAddressed - Whether the request mentions the order, and not only the response. */
function requestItem(call: RequestDetails, isAddressed: boolean, isConfirmation: boolean): Item {
  const { at, curl, method, request, response, status, fault, refused, target } = call;
  const operation = call.operation ?? '';
  const isRead = method === 'GET';
  const isCheckout = operation === CHECKOUT_OPERATION;
  const isStep = isCheckout || isConfirmation || /createOrder/i.test(operation);
  const title = isCheckout
    ? `Checkout page ${isRead ? 'opened' : 'submitted'}`
    : `${isConfirmation ? 'Event confirmed' : isRead ? 'Read' : 'Call'}: ${operation}`;
  return {
    at,
    rank: isRead ? 'read' : 'call',
    look: isFailed(call) ? 'bad' : 'good',
    lane: isCheckout ? 'service' : 'app',
    isAside: !isStep && (isRead || !isAddressed),
    title,
    label: String(status ?? 'no response'),
    more: html`<p class="code">${method} ${breakable(target)}${fault !== null && html` · fault: ${fault}`} ${!isCheckout && curlButton(curl)}</p>
${refusedView(refused)}
${(request !== '' || response !== '') && html`<details data-key="request-${at}-${operation}-${method}"><summary>Request and response</summary>${request !== '' && bodyView('Request', request)}${response !== '' && bodyView('Response', response)}</details>`}`,
  };
}
