import { PAYMENT_METHOD_IDS } from '../domain/contract.generated.js';
import { acceptsCards, acceptsIris, CARD, IRIS } from '../domain/order.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { formatAmount } from './amount-text.js';
import { checkoutReply } from './checkout-frame.view.js';
import { FORM_FIELDS, type PayModel } from './checkout.model.js';
import { declineReason } from './decline-reason.js';
import { checkoutTexts, pageLanguage, type CheckoutTexts } from './language/texts.js';
import { cancelForm, irisForm, payForm } from './pay-form.view.js';
import { testCards } from './test-cards.view.js';

/** Renders the page of an order that can be paid. */
export function payPage(status: number, requested: PayModel): HttpReply {
  const model = { ...requested, language: pageLanguage(requested.language) };
  const { language, merchantName, order } = model;
  const texts = checkoutTexts(language);
  const notice = noticeView(model, texts);
  const iris = offersIris(model) ? irisForm(model, texts) : undefined;
  const form = acceptsCards(order)
    ? html`${iris ?? otherMethodNote(model, texts)}${payForm(model, texts)}`
    : html`${iris ?? html`<p class="note">${texts.noMethod}</p>`}${cancelForm(model, texts)}`;
  return checkoutReply(status, {
    language: requested.language,
    color: model.address.color,
    title: notice?.title ?? texts.amountToPay,
    merchantName,
    layout: 'columns',
    hasFields: true,
    content: html`${orderSummary(model, texts)}
<section class="panel">
${notice?.view}
${form}
</section>
${testCards(order.currencyCode, language, texts)}`,
  });
}

/** Renders the amount and the description of the order. */
function orderSummary({ order, total, language }: PayModel, texts: CheckoutTexts): Html {
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
function otherMethodNote({ address }: PayModel, texts: CheckoutTexts): Html {
  const method = /^\d{1,3}$/.test(address.paymentMethod ?? '') ? Number(address.paymentMethod) : CARD;
  return method !== CARD && PAYMENT_METHOD_IDS.includes(method)
    ? html`<p class="note">${texts.cardOnly}</p>`
    : html``;
}

function noticeView(
  model: PayModel,
  texts: CheckoutTexts,
): { readonly title: string; readonly view: Html } | undefined {
  const { notice, problems } = model;
  const invalid = FORM_FIELDS.filter((name) => problems[name] !== undefined);
  if (invalid.length > 0) {
    const links = invalid.map((name) => html`<li><a href="#${name}">${problems[name]}</a></li>`);
    const view = html`<div class="notice" role="alert">${alertText(texts.checkForm, html`<ul>${links}</ul>`)}</div>`;
    return { title: texts.checkForm, view };
  }
  if (notice?.kind === 'amount-changed')
    return { title: texts.checkForm, view: alert(texts.checkForm, html`<p>${texts.amountChanged}</p>`) };
  if (notice?.kind === 'declined') return { title: texts.declined, view: declinedAlert(notice, texts) };
  return undefined;
}

function declinedAlert(
  { eventId, redirectUrl }: { readonly eventId: number; readonly redirectUrl: string },
  texts: CheckoutTexts,
): Html {
  return alert(
    texts.declined,
    html`<p>${texts.reasons[declineReason(eventId)]} ${texts.declinedHint}</p>
<p><a href="${redirectUrl}">${texts.returnToShop}</a></p>`,
  );
}

/** Renders a message that has the focus when the page opens, so that screen readers read it first. */
function alert(title: string, content: Html): Html {
  return html`<div class="notice" role="alert" tabindex="-1" autofocus>${alertText(title, content)}</div>`;
}

function alertText(title: string, content: Html): Html {
  return html`
<h2>${title}</h2>
${content}
`;
}
