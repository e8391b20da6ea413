import { PAYMENT_METHOD_IDS } from '../domain/contract.generated.js';
import { eventText } from '../domain/issuer.js';
import type { Order } from '../domain/order.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { checkoutReply } from './checkout-frame.view.js';
import { FORM_FIELDS, type PayModel } from './checkout.model.js';
import { declineReason } from './decline-reason.js';
import type { CheckoutTexts } from './language/checkout-texts.js';
import { checkoutTexts, pageLanguage } from './language/texts.js';
import { orderSummary } from './order-summary.view.js';
import { cancelForm, payForm } from './pay-form.view.js';
import { testCards } from './test-cards.view.js';

const CARD = 0;

/** Whether the order may be paid by card: it names no methods, or the card is one of them. */
export function takesCard({ paymentMethods }: Order): boolean {
  return paymentMethods.length === 0 || paymentMethods.includes(CARD);
}

/** The page of an order that can be paid. */
export function payPage(status: number, asked: PayModel): HttpReply {
  const model = { ...asked, language: pageLanguage(asked.language) };
  const { language, merchantName, order } = model;
  const texts = checkoutTexts(language);
  const notice = noticeView(model, texts);
  const form = takesCard(order)
    ? html`${otherMethodNote(model, texts)}${payForm(model, texts)}`
    : html`<p class="note">${texts.noMethod}</p>${cancelForm(model, texts)}`;
  return checkoutReply(status, {
    language: asked.language,
    color: model.address.color,
    title: notice?.title ?? texts.amountToPay,
    merchantName,
    layout: 'columns',
    content: html`${orderSummary(model, texts)}
<section class="panel">
${notice?.view}
${form}
</section>
${testCards(order.currencyCode, language, texts)}`,
  });
}

function otherMethodNote({ address }: PayModel, texts: CheckoutTexts): Html {
  const asked = /^\d{1,3}$/.test(address.paymentMethod ?? '') ? Number(address.paymentMethod) : CARD;
  return asked !== CARD && PAYMENT_METHOD_IDS.includes(asked)
    ? html`<p class="note">${texts.cardOnly}</p>`
    : html``;
}

function noticeView(
  model: PayModel,
  texts: CheckoutTexts,
): { readonly title: string; readonly view: Html } | undefined {
  const { notice, problems } = model;
  const wrong = FORM_FIELDS.filter((name) => problems[name] !== undefined);
  if (wrong.length > 0) {
    const links = wrong.map((name) => html`<li><a href="#${name}">${problems[name]}</a></li>`);
    return { title: texts.checkForm, view: alert(texts.checkForm, html`<ul>${links}</ul>`) };
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
<small lang="en">eventId ${eventId}: ${eventText(eventId)}</small>
<p><a href="${redirectUrl}">${texts.returnToShop}</a></p>`,
  );
}

/** Takes the focus when the page opens, so that it is read out first. */
function alert(title: string, content: Html): Html {
  return html`<div class="notice" role="alert" tabindex="-1" autofocus>
<h2>${title}</h2>
${content}
</div>`;
}
