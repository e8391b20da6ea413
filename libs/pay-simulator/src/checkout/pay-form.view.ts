import { html, type Html } from '../http/html.js';
import { currencyLetters } from '../domain/currency-codes.js';
import { amountText, editableAmount } from './amount-text.js';
import { addressOf, CANCEL_PATH, CHECKOUT_PATH } from './checkout-address.js';
import type { PayModel } from './checkout.model.js';
import { formField } from './form-field.view.js';
import type { CheckoutTexts } from './language/checkout-texts.js';
import { filled } from './language/texts.js';
import { savedCardChoice } from './saved-cards.view.js';

/** The form that takes a card. A card number, expiry date or security code is never shown again. */
export function payForm(model: PayModel, texts: CheckoutTexts): Html {
  const { address, formId, order, total } = model;
  return html`<form method="post" action="${addressOf(CHECKOUT_PATH, address)}" novalidate>
<input type="hidden" name="form" value="${formId}">
<input type="hidden" name="shown" value="${total}">
${order.disableExactAmount && amountField(model, texts)}
${order.customer.email === null && contactFields(model, texts)}
${savedCardChoice(model, texts)}
<fieldset>
<legend class="typed">${texts.card}</legend>
<div class="typed">${cardFields(model, texts)}</div>
${order.maxInstallments > 1 && installmentsField(model, texts)}
</fieldset>
${order.isCardVerification && html`<p class="note">${texts.verifyNote}</p>`}
${order.preauth && html`<p class="note">${texts.preauthNote}</p>`}
${order.allowRecurring && html`<p class="note">${texts.recurringNote}</p>`}
<button class="primary">${payText(model, texts)}</button>
</form>
${cancelForm(model, texts)}`;
}

/** The button that gives the order up, where the payment source offers it. */
export function cancelForm(
  { address, source }: Pick<PayModel, 'address' | 'source'>,
  texts: CheckoutTexts,
): Html {
  if (!source.cancelButton) return html``;
  return html`<form method="post" action="${addressOf(CANCEL_PATH, address)}"><button class="quiet plain">${texts.cancel}</button></form>`;
}

function payText({ order, total, language }: PayModel, texts: CheckoutTexts): string {
  if (order.isCardVerification) return texts.verify;
  return total === null ? texts.payPlain : filled(texts.pay, amountText(total, order.currencyCode, language));
}

function amountField({ order, typed, problems, language }: PayModel, texts: CheckoutTexts): Html {
  const value = typed.amount ?? editableAmount(order.amount, order.currencyCode, language);
  return formField({
    name: 'amount',
    label: `${texts.amount} (${currencyLetters(order.currencyCode)})`,
    problem: problems.amount,
    control: (attributes) =>
      html`<input ${attributes} value="${value}" inputmode="decimal" autocomplete="transaction-amount" required>`,
  });
}

function contactFields({ typed, problems }: PayModel, texts: CheckoutTexts): Html {
  const email = formField({
    name: 'email',
    label: texts.email,
    problem: problems.email,
    control: (attributes) =>
      html`<input ${attributes} type="email" value="${typed.email}" autocomplete="email" maxlength="50" required>`,
  });
  return html`<fieldset>
<legend>${texts.contact}</legend>
${email}
</fieldset>`;
}

function cardFields({ typed, problems }: PayModel, texts: CheckoutTexts): Html {
  const number = formField({
    name: 'number',
    label: texts.cardNumber,
    problem: problems.number,
    control: (attributes) =>
      html`<input ${attributes} inputmode="numeric" autocomplete="cc-number" maxlength="30" required>`,
  });
  const expiry = formField({
    name: 'expiry',
    label: texts.expiry,
    hint: texts.expiryHint,
    problem: problems.expiry,
    control: (attributes) =>
      html`<input ${attributes} inputmode="numeric" autocomplete="cc-exp" maxlength="9" required>`,
  });
  const cvc = formField({
    name: 'cvc',
    label: texts.securityCode,
    hint: texts.securityCodeHint,
    problem: problems.cvc,
    control: (attributes) =>
      html`<input ${attributes} inputmode="numeric" autocomplete="cc-csc" maxlength="4" required>`,
  });
  const holderName = formField({
    name: 'holderName',
    label: texts.nameOnCard,
    problem: problems.holderName,
    control: (attributes) =>
      html`<input ${attributes} value="${typed.holderName}" autocomplete="cc-name" maxlength="100" required>`,
  });
  return html`${number}
<div class="pair">
${expiry}
${cvc}
</div>
${holderName}`;
}

function installmentsField({ order, typed, problems }: PayModel, texts: CheckoutTexts): Html {
  const offered = order.forceMaxInstallments
    ? [order.maxInstallments]
    : [0, ...Array.from({ length: order.maxInstallments - 1 }, (_, index) => index + 2)];
  const option = (count: number): Html =>
    html`<option value="${count}"${String(count) === typed.installments && html` selected`}>${count === 0 ? texts.payInFull : count}</option>`;
  return formField({
    name: 'installments',
    label: texts.installments,
    problem: problems.installments,
    control: (attributes) => html`<select ${attributes}>${offered.map(option)}</select>`,
  });
}
