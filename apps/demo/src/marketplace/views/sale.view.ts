import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { money } from '../../views/money.js';
import { sellerName } from '../market-goods.js';
import { isOpen, moveState } from '../money/money-move.js';
import { alarming } from '../money/order-moves.js';
import { piecesLeft } from '../money/split.js';
import { marketReference, type MarketLine, type MarketOrder } from '../orders/market-order.js';
import { ledgerCards } from './ledger.view.js';
import { marketOrderStatus } from './market-order-words.js';
import { marketPage } from './market-page.js';
import { moveList } from './move.view.js';

/** What the page of a sale shows. */
export interface SaleView {
  readonly order: MarketOrder;
  readonly now: number;
  readonly problem: string | undefined;
}

/** One order as the operator sees it: its money, what was sent for it, and what can be given back. */
export function saleView({ order, now, problem }: SaleView): PageView {
  const { label, text, tone } = marketOrderStatus(order, now);
  const changes = order.payment === null || order.moves.some(isOpen);
  return marketPage({
    title: `Order ${marketReference(order)}`,
    head: changes
      ? html`<noscript><meta http-equiv="refresh" content="4" /></noscript>
          <script src="/assets/order-page.js" defer></script>`
      : undefined,
    body: html`<h1>Order ${marketReference(order)}</h1>
      ${problem === undefined ? null : html`<p class="problem" role="alert">${problem}</p>`}
      ${alarming(order, now).map(
        ({ amount, transferId }) =>
          html`<p class="problem" role="alert">
            The service reports a transfer of ${money(amount)} that nothing here accounts for:
            <span class="code">${transferId}</span>. Look it up before anything is sent again.
          </p>`,
      )}
      ${ledgerCards(order)}
      <div class="columns" data-version="${saleVersion(order, now)}">
        <section class="card">
          <h2>What was sent</h2>
          ${moveList(order, now)}
        </section>
        <section class="card status ${tone}">
          <h2>The order</h2>
          <p><span class="label ${tone}">${label}</span></p>
          <p>${order.payment === null ? text : `${order.customer.name} paid ${money(order.amount)}.`}</p>
          <ul class="log moves">
            ${order.lines.map((line) => lineRow(order, line))}
          </ul>
        </section>
      </div>`,
  });
}

/** Changes whenever the page of a sale would show something else. */
export function saleVersion(
  { payment, commission, moves, reports, refundsSeen }: MarketOrder,
  now: number,
): string {
  const states = moves.map((move) => moveState(move, now).kind).join('-');
  return `${String(payment?.matches)}.${commission}.${states}.${reports.length}.${refundsSeen.length}`;
}

function lineRow(order: MarketOrder, line: MarketLine): Html {
  const { goodsId, name, sellerKey, quantity, unitPrice } = line;
  const left = piecesLeft(order, line);
  const back = quantity - left;
  return html`<li>
    <span
      >${name} <span class="times">× ${quantity}</span>, ${money(unitPrice)} each
      <span class="what">${sellerName(sellerKey)}${back === 0 ? '' : `, ${back} given back`}</span></span
    >
    ${
      order.split === null || left === 0
        ? null
        : html`<a href="/marketplace/sales/${order.id}/refunds/new?goods=${goodsId}"
            >Give one back<span class="unseen"> of ${name}</span></a
          >`
    }
  </li>`;
}
