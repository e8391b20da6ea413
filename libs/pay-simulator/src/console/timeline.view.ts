import { CHECKOUT_PATH } from '../checkout/checkout-address.js';
import type { Delivery, DeliveryAttempt } from '../deliveries/delivery.js';
import { TRANSACTION_TYPES } from '../domain/contract.generated.js';
import { CHALLENGE_ABANDONED, CHALLENGE_FAILED, eventText } from '../domain/issuer.js';
import type { Order } from '../domain/order.js';
import { ThreeDSecure, type Transaction, type TransactionStatus } from '../domain/transaction.js';
import { documentReply } from '../http/document.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import type { LoggedRequest, RequestTexts } from '../http/request-log.js';
import type { Services } from '../wiring/services.js';
import { CONSOLE_PATH } from './console-address.js';
import { amount, chip, moment, type ChipLook } from './console-parts.view.js';
import { CONSOLE_SCRIPT } from './console-script.js';
import { CONSOLE_STYLE } from './console-style.js';
import { attemptView, DELIVERY_LOOKS } from './deliveries.view.js';
import { hideSecrets } from './hide-secrets.js';
import { ORDER_STATES } from './orders.view.js';
import { prettyJson } from './pretty-json.js';
import { eventTypeName } from './webhooks.view.js';

const STATUSES: Readonly<Record<TransactionStatus, readonly [string, ChipLook]>> = {
  A: ['In progress', 'wait'],
  F: ['Finished', 'good'],
  E: ['Failed', 'bad'],
  R: ['Refunded', 'wait'],
  X: ['Voided', 'wait'],
  C: ['Captured', 'good'],
  M: ['Disputed', 'wait'],
  MW: ['Dispute won', 'good'],
  ML: ['Dispute lost', 'bad'],
};
const THREE_D_SECURE: Readonly<Record<ThreeDSecure, string | null>> = {
  [ThreeDSecure.Unspecified]: null,
  [ThreeDSecure.Authenticated]: '3-D Secure: authenticated',
  [ThreeDSecure.None]: null,
  [ThreeDSecure.Attempted]: '3-D Secure: attempted',
};
/** Items of the same time: the request comes before its effect, and reads come last. */
const RANK = { creation: 0, order: 1, transaction: 2, delivery: 3, request: 4 } as const;

interface Item {
  readonly at: number;
  readonly rank: keyof typeof RANK;
  readonly look: ChipLook;
  readonly content: Html;
}

/** Renders the timeline of an order. Transactions of a terminal have no order. Returns a 404 page for an unknown code. */
export function timelinePage(services: Services, code: string): HttpReply {
  const { orders, transactions: book } = services.servicesForOrder(code);
  const order = orders.find(code);
  const transactions = book.ofOrder(code);
  const isKnown = order !== undefined || transactions.length > 0;
  const content = isKnown
    ? html`${order && summaryView(order)}${itemsView(timeline(services, code, order, transactions))}`
    : html`<p class="notice problem">Order ${code} was not found. A reset of the simulator removes all orders.</p>`;
  const body = html`<header>
<p class="banner">Simulator – no real money</p>
<div class="bar"><h1>Order ${code}</h1><a href="${CONSOLE_PATH}">All orders</a></div>
</header>
<main id="live">
${content}
</main>`;
  return documentReply(isKnown ? 200 : 404, {
    title: `Order ${code} – Pay simulator`,
    language: 'en-GB',
    css: CONSOLE_STYLE,
    body,
    formTargets: "'self'",
    refreshSeconds: 5,
    script: CONSOLE_SCRIPT,
  });
}

function summaryView(order: Order): Html {
  const fact = (name: string, value: Html | string | null): Html | false =>
    value !== null &&
    value !== '' &&
    html`<div><dt>${name}</dt><dd>${typeof value === 'string' ? hideSecrets(value) : value}</dd></div>`;
  return html`<section aria-label="Order">
<p class="sum">${chip(...ORDER_STATES[order.state])} <strong>${amount(order.amount, order.currencyCode)}</strong> <a href="${CHECKOUT_PATH}?ref=${order.code}">Checkout page</a></p>
<dl class="facts">
${fact('For the customer', order.customerTrns)}
${fact('Reference', order.merchantTrns)}
${fact('Email', order.customer.email)}
${fact('Expires', order.expiresAt === null ? 'never' : moment(order.expiresAt))}
</dl>
</section>`;
}

function itemsView(items: readonly Item[]): Html {
  return html`<section aria-labelledby="timeline-title">
<h2 id="timeline-title">Timeline <small>service time</small></h2>
<ol class="timeline">${items.map(({ content }) => content)}</ol>
</section>`;
}

function timeline(
  { deliveries, log }: Services,
  code: string,
  order: Order | undefined,
  transactions: readonly Transaction[],
): readonly Item[] {
  const names = [code, ...transactions.map(({ id }) => id)];
  const mentions = (text: string): boolean => names.some((name) => text.includes(name));
  // Writing thousands of messages as JSON takes seconds.
  const mentionsIn = (value: unknown): boolean =>
    typeof value === 'object' && value !== null
      ? Object.values(value).some(mentionsIn)
      : mentions(String(value));
  const items = [
    ...(order ? [orderItem(order)] : []),
    ...transactions.map((transaction) => transactionItem(transaction)),
    ...deliveries
      .list()
      .filter(({ message }) => mentionsIn(message.eventData))
      .flatMap(deliveryItems),
    ...log.list().flatMap((entry) => {
      const texts = log.texts(entry);
      if (entry.operation === null || !texts) return [];
      return mentions(texts.target) || mentions(texts.request) || mentions(texts.response)
        ? [requestItem(entry, texts, code)]
        : [];
    }),
  ];
  return items.sort((one, other) => one.at - other.at || RANK[one.rank] - RANK[other.rank]);
}

function item(
  { at, rank, look }: Omit<Item, 'content'>,
  {
    id,
    title,
    label,
    more,
  }: { readonly id?: string; readonly title: string; readonly label?: string; readonly more?: Html },
): Item {
  const content = html`
<li class="${look}"${id !== undefined && html` id="${id}"`}>
<p class="head"><strong>${title}</strong>${label !== undefined && html` ${chip(label, look)}`} <span class="dim">${moment(at)}</span></p>
${more}
</li>`;
  return { at, rank, look, content };
}

function orderItem({ createdAt, amount: minor, currencyCode, preauth }: Order): Item {
  return item(
    { at: createdAt, rank: 'order', look: 'plain' },
    {
      title: 'Order created',
      more: html`<p class="dim">${amount(minor, currencyCode)}${preauth && ', pre-authorization'}</p>`,
    },
  );
}

function transactionItem(transaction: Transaction): Item {
  const {
    id,
    parentId,
    type,
    status,
    amount: minor,
    currencyCode,
    createdAt,
    card,
    eventId,
    refunded,
  } = transaction;
  const [label, look] = STATUSES[status];
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
  return item(
    { at: createdAt, rank: 'transaction', look },
    {
      id: `transaction-${id}`,
      title: TRANSACTION_TYPES[type] ?? `Transaction type ${type}`,
      label,
      more: html`<p>${facts.join(' · ')}</p>
<p class="dim">Transaction <span class="code">${id}</span>${parentId !== null && html` · of <a class="code" href="#transaction-${parentId}">${parentId}</a>`}</p>`,
    },
  );
}

function deliveryItems(delivery: Delivery): readonly Item[] {
  const { id, message, attempts, state, webhook, dueAt, duplicateOf } = delivery;
  const title = `Webhook: ${eventTypeName(message.eventTypeId)}`;
  const link = html`<a href="${CONSOLE_PATH}?view=deliveries#delivery-${id}">Delivery</a> to <span class="code">${webhook.url}</span>`;
  const sent = attempts.map((attempt, index) => {
    const look = isAccepted(attempt) ? 'good' : 'bad';
    return item(
      { at: attempt.at, rank: 'delivery', look },
      {
        title,
        label: String(attempt.status ?? attempt.error ?? 'no response'),
        more: html`<p class="dim">${link} · attempt ${index + 1}${duplicateOf !== null && ' of a duplicate'}</p>
<details data-key="delivery-${id}-${index}"><summary>Bodies</summary><ol class="attempts">${attemptView(attempt)}</ol></details>`,
      },
    );
  });
  if (state === 'delivered' || state === 'failed') return sent;
  const at = dueAt ?? attempts.at(-1)?.at ?? Date.parse(message.created);
  const next = item(
    { at, rank: 'delivery', look: DELIVERY_LOOKS[state] },
    { title, label: state === 'waiting' ? 'next attempt' : state, more: html`<p class="dim">${link}</p>` },
  );
  return [...sent, next];
}

function isAccepted({ status }: DeliveryAttempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

function requestItem(entry: LoggedRequest, texts: RequestTexts, code: string): Item {
  const { at, operation, method, status, fault } = entry;
  const look = status !== null && status < 400 ? 'good' : 'bad';
  const shown = (text: string): string => hideSecrets(text, (digits) => digits === code);
  const body = (name: string, text: string): Html | false =>
    text !== '' && html`<pre tabindex="0" aria-label="${name}">${prettyJson(shown(text))}</pre>`;
  const creates = /createOrder/i.test(operation ?? '');
  return item(
    { at, rank: creates ? 'creation' : 'request', look },
    {
      title: requestTitle(method, operation ?? ''),
      label: String(status ?? 'no response'),
      more: html`<p class="code">${method} ${shown(texts.target)}${fault !== null && html` · fault: ${fault}`}</p>
${(texts.request !== '' || texts.response !== '') && html`<details data-key="request-${at}-${operation}-${method}"><summary>Bodies</summary>${body('Request body', texts.request)}${body('Response body', texts.response)}</details>`}`,
    },
  );
}

function requestTitle(method: string, operation: string): string {
  // The contract counts the checkout page as an operation, but no application calls it.
  if (operation === 'getSmartCheckout')
    return method === 'GET' ? 'Checkout page opened' : 'Checkout page submitted';
  return `${method === 'GET' ? 'Read' : 'Call'}: ${operation}`;
}
