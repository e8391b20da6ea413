import type { ReversalPlan } from 'nestjs-pay';
import { html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { money } from '../../views/money.js';
import { sellerName } from '../market-goods.js';
import type { MarketLine, MarketOrder } from '../orders/market-order.js';
import { marketPage } from './market-page.js';

/** What the confirmation of a refund shows. */
export interface RefundView {
  readonly order: MarketOrder;
  readonly line: MarketLine;
  readonly plan: ReversalPlan;
  /** One-time key of the form: it names the refund. */
  readonly key: string;
  /** How many refunds there were before. */
  readonly basis: number;
}

/** Asks before one piece is given back: what the customer gets, and who pays it. */
export function refundView({ order, line, plan, key, basis }: RefundView): PageView {
  const taken = plan.reversals.reduce((sum, { amount }) => sum + amount, 0);
  const address = `/marketplace/sales/${order.id}`;
  return marketPage({
    title: 'Refund',
    body: html`<section class="card narrow">
      <h1>Give one back?</h1>
      <p>${line.name}, ${sellerName(line.sellerKey)}</p>
      <table class="lines">
        <caption class="unseen">
          Who pays the refund
        </caption>
        <tbody>
          <tr>
            <td>Taken back from ${sellerName(line.sellerKey)}</td>
            <td>${money(taken)}</td>
          </tr>
          <tr>
            <td>The market’s fee, given back</td>
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
        <input type="hidden" name="key" value="${key}" />
        <input type="hidden" name="goods" value="${line.goodsId}" />
        <input type="hidden" name="basis" value="${basis}" />
        <p class="actions">
          <button type="submit">Give ${money(plan.amount)} back</button> <a href="${address}">No, go back</a>
        </p>
      </form>
      <p class="hint">The payment service keeps its commission.</p>
    </section>`,
  });
}
