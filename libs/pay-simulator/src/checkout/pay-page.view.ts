import { PAYMENT_METHOD_IDS } from '../domain/contract.generated.js';
import { acceptsCards, acceptsIris, CARD, IRIS } from '../domain/order.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { formatAmount } from './amount-text.js';
import { checkoutReply } from './checkout-frame.view.js';
import { FORM_FIELDS, type PayModel } from './checkout.model.js';
import { declineReason } from './decline-reason.js';
import { formNotice, problemLinks } from './form-field.view.js';
import { checkoutTexts, pageLanguage } from './language/texts.js';
import { cancelForm, irisForm, payForm } from './pay-form.view.js';
import { testCards } from './test-cards.view.js';

/** Renders the page of an order that can be paid. */
export function payPage(status: number, requested: Omit<PayModel, 'texts'>): HttpReply {
  const language = pageLanguage(requested.language);
  const texts = checkoutTexts(language);
  const model: PayModel = { ...requested, language, texts };
  const { address, merchantName, order } = model;
  const { title, view } = noticeView(model);
  const iris = offersIris(model) && irisForm(model);
  const form = acceptsCards(order)
    ? html`${iris || otherMethodNote(model)}${payForm(model)}`
    : html`${iris || html`<p class="note">${texts.noMethod}</p>`}${cancelForm(model)}`;
  return checkoutReply(status, {
    language: requested.language,
    color: address.color,
    title,
    merchantName,
    layout: 'columns',
    hasFields: true,
    content: html`${orderSummary(model)}
<section class="panel">
${view}
${form}
</section>
${testCards(order.currencyCode, language, texts)}`,
  });
}

/** Renders the amount and the description of the order. */
function orderSummary({ order, texts, total, language }: PayModel): Html {
  const amount = (minor: number): string => formatAmount(minor, order.currencyCode, language);
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

/** Returns whether the page has the button of IRIS: the order can be paid so, and the order or the URL names the method. */
function offersIris({ address, order }: PayModel): boolean {
  return (
    acceptsIris(order) && (order.paymentMethods.includes(IRIS) || Number(address.paymentMethod) === IRIS)
  );
}

/** Renders a note if the URL preselects a method other than the card. */
function otherMethodNote({ address, texts }: PayModel): Html | false {
  const method = /^\d{1,3}$/.test(address.paymentMethod ?? '') ? Number(address.paymentMethod) : CARD;
  return (
    method !== CARD && PAYMENT_METHOD_IDS.includes(method) && html`<p class="note">${texts.cardOnly}</p>`
  );
}

/** Renders the message above the form, which is the title of the page. */
function noticeView({ notice, problems, texts }: PayModel): { readonly title: string; readonly view?: Html } {
  const invalid = FORM_FIELDS.filter((name) => problems[name] !== undefined);
  if (invalid.length > 0) {
    const links = problemLinks(invalid.map((name) => [name, problems[name]]));
    return { title: texts.checkForm, view: formNotice(texts.checkForm, links, false) };
  }
  if (notice?.kind === 'amount-changed')
    return { title: texts.checkForm, view: formNotice(texts.checkForm, html`<p>${texts.amountChanged}</p>`) };
  if (notice?.kind === 'declined') {
    const content = html`<p>${texts.reasons[declineReason(notice.eventId)]} ${texts.declinedHint}</p>
<p><a href="${notice.redirectUrl}">${texts.returnToShop}</a></p>`;
    return { title: texts.declined, view: formNotice(texts.declined, content) };
  }
  return { title: texts.amountToPay };
}
