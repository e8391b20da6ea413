import type { PaySplitMovement } from 'nestjs-pay/splits';
import { html, type Html } from '../../html.js';
import { orderReference } from '../../orders/order.js';
import type { PageView } from '../../views/layout.js';
import { dateTime, money } from '../../views/money.js';
import {
  amountTable,
  hiddenFields,
  itemList,
  postButton,
  problemNote,
  status,
  statusLabel,
  type Status,
} from '../../views/parts.js';
import { sellerName } from '../market-goods.js';
import { ledgerOf } from '../money/ledger.js';
import type { Sale } from '../money/money.service.js';
import { piecesRefunded, type RefundPlanning } from '../money/refund-plan.js';
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
export function salesView(sales: readonly Sale[], now: number): PageView {
  const items = sales.map((sale) => ({
    href: `/marketplace/sales/${sale.order.id}`,
    title: `Order ${orderReference(sale.order)}`,
    detail: `${dateTime(sale.order.createdAt)} · ${sale.order.customer.name}`,
    amount: money(sale.order.amount),
    ...(needsAttention(sale)
      ? ({ label: 'Needs attention', tone: 'bad' } as const)
      : marketOrderStatus(sale.order, now)),
  }));
  return marketPage({
    title: 'Sales',
    body: html`<h1>Sales</h1>
      ${items.length === 0 ? html`<p class="hint">There are no orders yet.</p>` : itemList(items)}`,
  });
}

const needsAttention = ({ order, split }: Sale): boolean =>
  order.payment?.matches === false ||
  (split?.unattributed ?? 0) > 0 ||
  openMovements(split).some(({ message }) => message !== null);

const openMovements = (split: Sale['split']): readonly PaySplitMovement[] =>
  (split?.movements ?? []).filter(({ state }) => state === 'open' || state === 'sent');

/** Shows an order to an operator: its ledger, its movements, and its goods with their refunds. */
export function saleView(sale: Sale, now: number, problem: string | undefined): PageView {
  const { order, split } = sale;
  const { tone, label, text } = marketOrderStatus(order, now);
  const changes = order.payment === null || openMovements(split).length > 0;
  return marketPage({
    title: `Order ${orderReference(order)}`,
    isLive: changes,
    orderCode: order.service?.orderCode,
    body: html`<h1>Order ${orderReference(order)}</h1>
      ${problemNote(problem)} ${ledgerCards(sale)}
      <div class="columns">
        <section class="card">
          <h2>Movements</h2>
          ${movementList(sale)}
        </section>
        <section class="card status ${tone}">
          <h2>The order</h2>
          <p>${statusLabel({ label, tone })}</p>
          <p>${order.payment === null ? text : `${order.customer.name} paid ${money(order.amount)}.`}</p>
          <ul class="log moves">
            ${order.lines.map((line) => lineRow(sale, line))}
          </ul>
        </section>
      </div>`,
  });
}

function lineRow({ order, split }: Sale, line: MarketLine): Html {
  const { goodsId, name, sellerKey, quantity, unitPrice } = line;
  const refunded = piecesRefunded(split, line);
  return html`<li>
    <span
      >${name} <span class="times">× ${quantity}</span>, ${money(unitPrice)} each
      <span class="what">${sellerName(sellerKey)}${refunded === 0 ? '' : `, ${refunded} refunded`}</span></span
    >
    ${
      split === null || refunded === quantity
        ? null
        : html`<a href="/marketplace/sales/${order.id}/refunds/new?goods=${goodsId}"
            >Refund one<span class="unseen"> of ${name}</span></a
          >`
    }
  </li>`;
}

function movementList({ order, split, overdue }: Sale): Html {
  if (order.payment?.matches === false)
    return html`<p>The payment does not match the order, so it was not split. Look into it.</p>`;
  if (split === null) return html`<p class="hint">None: the payment is not confirmed.</p>`;
  const open = openMovements(split).filter(({ message }) => message !== null);
  // A transfer that may have happened is not sent again.
  const canSend = open.length > 0 && open.every(({ kind, state }) => kind === 'refund' || state === 'open');
  const address = `/marketplace/sales/${order.id}/movements`;
  return html`<ul class="log moves">
      ${split.movements.map((movement) => {
        const shown = movementStatus(movement);
        return html`<li>
          <div>
            <strong>${movementName(order, movement)}</strong>
            <span class="what">${shown.text}</span>
          </div>
          ${statusLabel(shown)}
        </li>`;
      })}
    </ul>
    ${
      split.unattributed === 0
        ? null
        : html`<p>${money(split.unattributed)} left outside this page, and no seller has returned it: a refund or a lost dispute.</p>`
    }
    ${canSend ? html`<div class="actions">${postButton(`${address}/again`, 'Try again')}</div>` : null}
    ${overdue === null ? null : html`<div class="actions">${postButton(`${address}/dismiss`, 'I checked: it did not happen. Send it again')}</div>`}`;
}

function movementName(
  { lines }: MarketOrder,
  { kind, amount, connectedAccountId }: PaySplitMovement,
): string {
  const line = lines.find((one) => one.connectedAccountId === connectedAccountId);
  const seller = sellerName(line?.sellerKey ?? '');
  switch (kind) {
    case 'transfer':
      return `${money(amount)} to ${seller}`;
    case 'refund':
      return `${money(amount)} back to the customer`;
    case 'reversal':
      return `${money(amount)} back from ${seller}`;
  }
}

function movementStatus({ kind, state, serviceId, message }: PaySplitMovement): Status {
  if (state === 'done') {
    if (kind === 'refund') return status('good', 'Done', 'It has happened.');
    return serviceId === null
      ? status('neutral', 'Not needed', 'The share became smaller instead.')
      : status('good', 'Accepted', 'The money moves when the payment settles.');
  }
  if (message === null) {
    const text = kind === 'reversal' ? 'After the customer has been refunded.' : 'There is no response yet.';
    return status('waiting', 'Being sent', text);
  }
  if (state !== 'sent') return status('bad', 'Did not happen', message);
  const advice =
    kind === 'refund'
      ? 'Asking again cannot refund twice.'
      : 'It is not sent again: the service reports every transfer (event 8448). Until then, look it up in its banking app.';
  return status('waiting', 'Outcome unknown', `${message} ${advice}`);
}

function ledgerCards(sale: Sale): Html {
  const { order, split } = sale;
  const { bookings, balances, total } = ledgerOf(sale);
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
      <h2>Balances</h2>
      ${amountTable(
        'Balances',
        balances.map(({ name, amount }) => [name, amount]),
        ['Sum', total],
      )}
      ${openNote(order, split)}
      <p class="hint">
        The ledger contains only what certainly happened. Sellers’ shares move when the payment settles. The commission is
        as the service reported it (event 1799), which no API call confirms.${order.commission === null ? ' It was not reported yet.' : ''}
      </p>
    </section>
  </div>`;
}

function openNote(order: MarketOrder, split: Sale['split']): Html | null {
  const open = openMovements(split).map((movement) => movementName(order, movement));
  return open.length === 0
    ? null
    : html`<p class="hint"><strong>Not included, because the outcome is open:</strong> ${open.join('; ')}.</p>`;
}

/** Asks for the confirmation of a refund: what the customer gets, and who pays it. */
export function refundView(
  order: MarketOrder,
  { line, piece, plan }: Extract<RefundPlanning, { success: true }>,
): PageView {
  const taken = plan.reversals.reduce((sum, { amount }) => sum + amount, 0);
  const address = `/marketplace/sales/${order.id}`;
  return marketPage({
    title: 'Refund',
    body: html`<section class="card narrow">
      <h1>Refund one?</h1>
      <p>${line.name}, ${sellerName(line.sellerKey)}</p>
      ${amountTable(
        'Parts of the refund',
        [
          [`Taken back from ${sellerName(line.sellerKey)}`, taken],
          ['From the market’s fee', plan.platformFee],
        ],
        ['To the customer', plan.amount],
      )}
      <form action="${address}/refunds" method="post">
        ${hiddenFields({ goods: line.goodsId, piece })}
        <p class="actions"><button type="submit">Refund ${money(plan.amount)}</button> <a href="${address}">No, go back</a></p>
      </form>
      <p class="hint">The payment service keeps its commission.</p>
    </section>`,
  });
}
