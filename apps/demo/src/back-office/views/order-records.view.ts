import { OrderState } from 'nestjs-pay';
import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import type { OrderRecords } from '../payment-records.js';
import { backOfficePage, factList } from './back-office.view.js';
import { shown, transactionTable } from './transaction-table.js';
import { serviceAmount, serviceTime } from './transaction-words.js';

const STATES: Readonly<Record<number, string>> = {
  [OrderState.Pending]: 'Waits for the customer',
  [OrderState.Expired]: 'Expired',
  [OrderState.Canceled]: 'Cancelled',
  [OrderState.Paid]: 'Paid, or reserved',
};

/** What the service does not say of an order. */
export interface OrderPage {
  /** Address of its payment page. */
  readonly paymentPage: string;
  /** ISO 4217 numeric, where the shop made the order: an order names no currency, only its transactions do. */
  readonly madeIn: string | undefined;
}

/** An order of the payment service. */
export function orderRecordsView(
  { order, transactions }: OrderRecords,
  { paymentPage, madeIn }: OrderPage,
): PageView {
  const currency = transactions[0]?.CurrencyCode ?? madeIn;
  const { RequestAmount: asked } = order;
  const isPending = order.StateId === OrderState.Pending;
  return backOfficePage({
    title: `Order ${order.OrderCodeText}`,
    body: html`<h1>Order <span class="code">${order.OrderCodeText}</span></h1>
      <div class="columns">
        <section class="card">
          <h2>${STATES[order.StateId] ?? `State ${order.StateId}`}</h2>
          ${factList([
            [
              'Amount asked',
              currency === undefined ? `${asked}, currency not known` : serviceAmount(asked, currency),
            ],
            ['For', order.CustomerTrns],
            ['Reference', order.MerchantTrns],
            // Its zone is not documented, so it is shown as it came.
            ['Can be paid until', isPending ? serviceTime(order.ExpirationDate) : null],
          ])}
        </section>
        ${isPending ? linkCard(paymentPage) : null}
      </div>
      <section class="card" aria-labelledby="attempts">
        <h2 id="attempts">Transactions</h2>
        ${
          transactions.length === 0
            ? html`<p>Nobody has tried to pay yet.</p>`
            : transactionTable(
                'Transactions of the order',
                transactions.map((one) => shown(one, transactions)),
              )
        }
      </section>`,
  });
}

function linkCard(paymentPage: string): Html {
  return html`<section class="card">
    <h2>Link for the customer</h2>
    <p class="link"><a href="${paymentPage}">${paymentPage}</a></p>
    <p class="hint">
      Send it to the customer. To try it, open it here and pay with a test card; then load this page again.
    </p>
  </section>`;
}
