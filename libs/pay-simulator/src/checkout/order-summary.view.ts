import type { Order } from '../domain/order.js';
import { html, type Html } from '../http/html.js';
import { amountText } from './amount-text.js';
import type { CheckoutTexts } from './language/checkout-texts.js';

/** What a summary shows. */
export interface SummaryModel {
  readonly order: Order;
  /** Minor units, fee included; null when the customer names the amount. */
  readonly total: number | null;
  readonly language: string;
}

/** What is paid for and how much. */
export function orderSummary({ order, total, language }: SummaryModel, texts: CheckoutTexts): Html {
  const amount = (minor: number): string => amountText(minor, order.currencyCode, language);
  const fee = order.paymentMethodFees['0'] ?? 0;
  const row = (name: string, value: string): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<section class="summary" aria-labelledby="summary-title">
<h1 id="summary-title">${texts.orderSummary}</h1>
${total !== null && html`<p class="total"><span class="amount">${amount(total)}</span></p>`}
${order.customerTrns !== '' && html`<p class="about">${order.customerTrns}</p>`}
<dl class="rows">
${row(texts.orderNumber, order.code)}
${fee > 0 && row(texts.cardFee, amount(fee))}
${order.tipAmount > 0 && row(texts.tipIncluded, amount(order.tipAmount))}
</dl>
</section>`;
}
