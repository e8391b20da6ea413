import type { ReversalPlan } from 'nestjs-pay';
import { html, type Html } from '../../html.js';
import { orderReference } from '../../orders/order.js';
import type { PageView } from '../../views/layout.js';
import { money } from '../../views/money.js';
import {
  code,
  hiddenFields,
  itemList,
  LIVE_HEAD,
  postButton,
  problemNote,
  statusLabel,
  type Status,
} from '../../views/parts.js';
import { sellerName } from '../market-goods.js';
import { ledgerOf } from '../money/ledger.js';
import { isOpen, type MoneyMove } from '../money/money-move.js';
import { canDismiss, canSendAgain, unexplainedReports } from '../money/order-moves.js';
import { piecesLeft } from '../money/split.js';
import type { MarketLine, MarketOrder } from '../orders/market-order.js';
import { marketOrderStatus } from './market-order.view.js';

/** Puts the market's navigation for operators on a page. */
export function marketPage(page: PageView): PageView {
  const links = [
    ['/marketplace/sellers', 'Sellers'],
    ['/marketplace/sales', 'Sales'],
  ] as const;
  return { ...page, title: `${page.title} · Market`, operator: { name: 'Market', links } };
}

/** Shows all orders of the market. */
export function salesView(orders: readonly MarketOrder[], now: number): PageView {
  const items = orders.map((order) => ({
    href: `/marketplace/sales/${order.id}`,
    title: `Order ${orderReference(order)}`,
    detail: order.customer.name,
    amount: money(order.amount),
    ...(needsAttention(order)
      ? ({ label: 'Needs attention', tone: 'bad' } as const)
      : marketOrderStatus(order, now)),
  }));
  return marketPage({
    title: 'Sales',
    body: html`<h1>Sales</h1>
      ${items.length === 0 ? html`<p class="hint">There are no orders yet.</p>` : itemList(items)}`,
  });
}

function needsAttention(order: MarketOrder): boolean {
  return (
    order.payment?.matches === false ||
    unexplainedReports(order).length > 0 ||
    order.moves.some(
      ({ kind, state }) => state.kind === 'unknown' || (state.kind === 'rejected' && kind !== 'refund'),
    )
  );
}

/** Content of the page of a sale. */
export interface SaleView {
  readonly order: MarketOrder;
  /** Milliseconds. */
  readonly now: number;
  readonly problem: string | undefined;
}

/** Shows an order to an operator: its ledger, its movements, and its goods with their refunds. */
export function saleView({ order, now, problem }: SaleView): PageView {
  const status = marketOrderStatus(order, now);
  const changes = order.payment === null || order.moves.some(isOpen);
  return marketPage({
    title: `Order ${orderReference(order)}`,
    head: changes ? LIVE_HEAD : undefined,
    orderCode: order.service?.orderCode,
    body: html`<h1>Order ${orderReference(order)}</h1>
      ${problemNote(problem)}
      ${unexplainedReports(order).map(
        ({ amount, transferId }) =>
          html`<p class="problem" role="alert">
            The service reports a transfer of ${money(amount)} that belongs to no movement of this order:
            ${code(transferId)}. Look it up before you send anything again.
          </p>`,
      )}
      ${ledgerCards(order)}
      <div class="columns" data-version="${saleVersion(order)}">
        <section class="card">
          <h2>Movements</h2>
          ${moveList(order, now)}
        </section>
        <section class="card status ${status.tone}">
          <h2>The order</h2>
          <p>${statusLabel(status)}</p>
          <p>${order.payment === null ? status.text : `${order.customer.name} paid ${money(order.amount)}.`}</p>
          <ul class="log moves">
            ${order.lines.map((line) => lineRow(order, line))}
          </ul>
        </section>
      </div>`,
  });
}

/** Changes whenever the page of a sale changes. */
export function saleVersion({ payment, timeline, commission, moves, reports }: MarketOrder): string {
  const states = moves.map(({ state }) => state.kind).join('-');
  return [payment?.matches, timeline?.facts.length, commission, states, reports.length].join('.');
}

function lineRow(order: MarketOrder, line: MarketLine): Html {
  const { goodsId, name, sellerKey, quantity, unitPrice } = line;
  const left = piecesLeft(order, line);
  const refunded = quantity - left;
  return html`<li>
    <span
      >${name} <span class="times">× ${quantity}</span>, ${money(unitPrice)} each
      <span class="what">${sellerName(sellerKey)}${refunded === 0 ? '' : `, ${refunded} refunded`}</span></span
    >
    ${
      order.split === null || left === 0
        ? null
        : html`<a href="/marketplace/sales/${order.id}/refunds/new?goods=${goodsId}"
            >Refund one<span class="unseen"> of ${name}</span></a
          >`
    }
  </li>`;
}

function moveList(order: MarketOrder, now: number): Html {
  if (order.payment?.matches === false)
    return html`<p>The payment does not match the order, so it was not split. Look into it.</p>`;
  if (order.moves.length === 0) return html`<p class="hint">None: the payment is not confirmed.</p>`;
  return html`<ul class="log moves">
    ${order.moves.map((move) => {
      const status = moveStatus(move);
      return html`<li>
        <div>
          <strong>${moveName(order, move)}</strong>
          <span class="what">${status.text}</span>
          ${moveButton(order, move, now)}
        </div>
        ${statusLabel(status)}
      </li>`;
    })}
  </ul>`;
}

function moveName({ lines }: MarketOrder, move: MoneyMove): string {
  const line = lines.find(({ connectedAccountId }) => connectedAccountId === move.connectedAccountId);
  const seller = sellerName(line?.sellerKey ?? '');
  switch (move.kind) {
    case 'transfer':
      return `${money(move.amount)} to ${seller}`;
    case 'refund':
      return `${money(move.amount)} back to the customer`;
    case 'reversal':
      return `${money(move.amount)} back from ${seller}`;
  }
}

function moveStatus({ kind, state }: MoneyMove): Status {
  switch (state.kind) {
    case 'stored': {
      const text =
        kind === 'reversal' ? 'After the customer has been refunded.' : 'There is no response yet.';
      return { label: 'Being sent', text, tone: 'waiting' };
    }
    case 'done': {
      const source = {
        response: '',
        report:
          ' There was no clear response; the service reported it (event 8448, which no API call confirms).',
        webhook: ' There was no clear response; a confirmed event reported it.',
      }[state.knownBy];
      return { label: 'Done', text: doneText(kind, state.executed) + source, tone: 'good' };
    }
    case 'rejected':
      return { label: 'Did not happen', text: state.message, tone: 'bad' };
    case 'unknown': {
      const advice =
        kind === 'refund'
          ? 'Asking again cannot refund twice.'
          : 'It is not sent again: the service reports every transfer (event 8448). Until then, look it up in its banking app.';
      return { label: 'Outcome unknown', text: `${state.message} ${advice}`, tone: 'waiting' };
    }
  }
}

function doneText(kind: MoneyMove['kind'], executed: string | null): string {
  if (kind === 'refund' || executed !== null) return 'It has happened.';
  return kind === 'transfer'
    ? 'Accepted; the money moves when the payment settles.'
    : 'Accepted; the share has not moved yet, so it becomes smaller by this amount.';
}

function moveButton(order: MarketOrder, move: MoneyMove, now: number): Html | null {
  const address = `/marketplace/sales/${order.id}/moves/${move.id}`;
  const button = (action: string, label: string): Html =>
    html`<div class="actions">${postButton(`${address}/${action}`, label)}</div>`;
  if (canSendAgain(order, move))
    return button('again', move.kind === 'refund' ? 'Ask again' : 'Send it again');
  return canDismiss(order, move, now) ? button('dismiss', 'I checked: it did not happen') : null;
}

function ledgerCards(order: MarketOrder): Html {
  const { bookings, balances, total } = ledgerOf(order);
  if (bookings.length === 0)
    return html`<section class="card">
      <h2>Ledger</h2>
      <p>No money has certainly moved.</p>
    </section>`;
  return html`<div class="columns">
    <section class="card">
      <h2 id="ledger">Ledger</h2>
      <table class="records ledger" aria-labelledby="ledger">
        <thead>
          <tr>
            ${['Booking', 'From', 'To', 'Amount'].map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${bookings.map(
            ({ text, from, to, amount }) =>
              html`<tr>
                <td><strong>${text}</strong></td>
                <td>${from.name}</td>
                <td><span aria-hidden="true">→ </span>${to.name}</td>
                <td class="sum">${money(amount)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </section>
    <section class="card">
      <h2 id="balances">Balances</h2>
      <table class="lines" aria-labelledby="balances">
        <tbody>
          ${balances.map(
            ({ id, name, amount }) =>
              html`<tr data-party="${id}">
                <td>${name}</td>
                <td>${money(amount)}</td>
              </tr>`,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Sum</th>
            <td>${money(total)}</td>
          </tr>
        </tfoot>
      </table>
      ${openNote(order)}
      <p class="hint">
        The ledger contains only what certainly happened. Sellers’ shares move when the payment settles. The commission is
        as the service reported it (event 1799), which no API call confirms.${order.commission === null ? ' It was not reported yet.' : ''}
      </p>
    </section>
  </div>`;
}

function openNote(order: MarketOrder): Html | null {
  const open = order.moves.filter(isOpen).map((move) => moveName(order, move));
  return open.length === 0
    ? null
    : html`<p class="hint"><strong>Not included, because the outcome is open:</strong> ${open.join('; ')}.</p>`;
}

/** Content of the confirmation of a refund. */
export interface RefundView {
  readonly order: MarketOrder;
  readonly line: MarketLine;
  readonly plan: ReversalPlan;
  /** One-time key of the form, which becomes the ID of the refund. */
  readonly key: string;
  /** Number of earlier refunds. */
  readonly basis: number;
}

/** Asks for the confirmation of a refund: what the customer gets, and who pays it. */
export function refundView({ order, line, plan, key, basis }: RefundView): PageView {
  const taken = plan.reversals.reduce((sum, { amount }) => sum + amount, 0);
  const address = `/marketplace/sales/${order.id}`;
  return marketPage({
    title: 'Refund',
    body: html`<section class="card narrow">
      <h1>Refund one?</h1>
      <p>${line.name}, ${sellerName(line.sellerKey)}</p>
      <table class="lines">
        <caption class="unseen">
          Parts of the refund
        </caption>
        <tbody>
          <tr>
            <td>Taken back from ${sellerName(line.sellerKey)}</td>
            <td>${money(taken)}</td>
          </tr>
          <tr>
            <td>From the market’s fee</td>
            <td>${money(plan.platformFee)}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">To the customer</th>
            <td>${money(plan.amount)}</td>
          </tr>
        </tfoot>
      </table>
      <form action="${address}/refunds" method="post">
        ${hiddenFields({ key, goods: line.goodsId, basis })}
        <p class="actions"><button type="submit">Refund ${money(plan.amount)}</button> <a href="${address}">No, go back</a></p>
      </form>
      <p class="hint">The payment service keeps its commission.</p>
    </section>`,
  });
}
