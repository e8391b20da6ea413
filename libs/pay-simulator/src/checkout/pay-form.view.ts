import { html, type Html } from '../http/html.js';
import { currencyLetters } from '../domain/currencies.js';
import { IRIS } from '../domain/order.js';
import { formatAmount, formatEditableAmount } from './amount-text.js';
import { addressOf, CANCEL_PATH, CHECKOUT_PATH } from './checkout-address.js';
import { FORM_FIELDS, type FormFieldName, type PayModel } from './checkout.model.js';
import type { SavedCard } from '../domain/checkout.types.js';
import { formField } from './form-field.view.js';
import { fillPlaceholder } from './language/texts.js';

/** Renders the payment form. It never contains a security code that was sent before. */
export function payForm(model: PayModel): Html {
  const { address, formId, language, order, texts, total, typed } = model;
  const { currencyCode } = order;
  const amount = typed.amount ?? formatEditableAmount(order.amount, currencyCode, language);
  return html`<form method="post" action="${addressOf(CHECKOUT_PATH, address)}" novalidate>
<input type="hidden" name="form" value="${formId}">
<input type="hidden" name="shown" value="${total}">
${order.disableExactAmount && textField(model, 'amount', `${texts.amount} (${currencyLetters(currencyCode)})`, html`value="${amount}" inputmode="decimal" autocomplete="transaction-amount"`)}
${
  order.customer.email === null &&
  html`<fieldset>
<legend>${texts.contact}</legend>
${textField(model, 'email', texts.email, html`type="email" value="${typed.email}" autocomplete="email" maxlength="50"`)}
</fieldset>`
}
${savedCardsField(model)}
<fieldset>
<legend class="typed">${texts.card}</legend>
<div class="typed">${textField(model, 'number', texts.cardNumber, html`value="${typed.number}" inputmode="numeric" autocomplete="cc-number" maxlength="30" pattern="[\\d \\-]{12,30}"`)}
<div class="pair">
${textField(model, 'expiry', texts.expiry, html`value="${typed.expiry}" placeholder="${texts.expiryHint}" inputmode="numeric" autocomplete="cc-exp" maxlength="9" pattern="(0[1-9]|1[0-2])\\s*/?\\s*(20)?\\d\\d"`, texts.expiryHint)}
${textField(model, 'cvc', texts.securityCode, html`inputmode="numeric" autocomplete="cc-csc" maxlength="4" pattern="\\d{3,4}"`, texts.securityCodeHint)}
</div>
${textField(model, 'holderName', texts.nameOnCard, html`value="${typed.holderName}" autocomplete="cc-name" maxlength="100"`)}</div>
${order.maxInstallments > 1 && installmentsField(model)}
</fieldset>
${order.isCardVerification && html`<p class="note">${texts.verifyNote}</p>`}
${order.preauth && html`<p class="note">${texts.preauthNote}</p>`}
${order.allowRecurring && html`<p class="note">${texts.recurringNote}</p>`}
<button class="primary">${payText(model)}</button>
</form>
${cancelForm(model)}`;
}

/** Renders the button that leads to the customer's bank. */
export function irisForm({ address, formId, texts }: PayModel): Html {
  return html`<form class="other" method="post" action="${addressOf(CHECKOUT_PATH, address)}">
<input type="hidden" name="form" value="${formId}">
<input type="hidden" name="method" value="${IRIS}">
<button class="primary">${texts.payWithIris}</button>
</form>`;
}

/** Renders the button that cancels the order, if the payment source offers it. */
export function cancelForm({ address, source, texts }: PayModel): Html | false {
  return (
    source.cancelButton &&
    html`<form method="post" action="${addressOf(CANCEL_PATH, address)}"><button class="quiet plain">${texts.cancel}</button></form>`
  );
}

function payText({ order, texts, total, language }: PayModel): string {
  if (order.isCardVerification) return texts.verify;
  return total === null
    ? texts.payPlain
    : fillPlaceholder(texts.pay, formatAmount(total, order.currencyCode, language));
}

/** Renders the choice between the saved cards and another card. Another card has an empty value. */
function savedCardsField({ savedCards, texts, typed }: PayModel): Html | false {
  const selected = typed.card ?? savedCards[0]?.token;
  const choice = (value: string, label: string): Html =>
    html`<label class="choice"><input type="radio" name="card" value="${value}"${value === selected && html` checked`}>${label}</label>`;
  return (
    savedCards.length > 0 &&
    html`<fieldset class="saved">
<legend>${texts.savedCards}</legend>
${savedCards.map((saved) => choice(saved.token, savedCardLabel(saved)))}
${choice('', texts.anotherCard)}
</fieldset>`
  );
}

/** Formats a saved card, such as `Visa •••• 0133, 08/40`. */
function savedCardLabel({ card }: SavedCard): string {
  const [, year = '', month = ''] = /^\d\d(\d\d)-(\d\d)/.exec(card.expirationDate) ?? [];
  return `${card.scheme} •••• ${card.number.slice(-4)}, ${month}/${year}`;
}

/** Renders a required text field. @param more - Attributes of the input in addition to its name. */
function textField(model: PayModel, name: FormFieldName, label: string, more: Html, hint?: string): Html {
  return formField({
    ...{ name, label, hint, ...problemOf(model, name) },
    control: (attributes) => {
      const input = html`<input ${attributes} ${more} required>`;
      return name === 'number'
        ? html`<span class="entry">${input}<span id="scheme" class="scheme" aria-live="polite"></span></span>`
        : input;
    },
  });
}

/** Returns the error message of a field. After an error, the first invalid field has the focus. */
function problemOf({ problems }: PayModel, name: FormFieldName) {
  const first = FORM_FIELDS.find((field) => problems[field] !== undefined);
  return { problem: problems[name], hasFocus: name === first };
}

function installmentsField(model: PayModel): Html {
  const { forceMaxInstallments, maxInstallments } = model.order;
  const { texts, typed } = model;
  const offered = forceMaxInstallments
    ? [maxInstallments]
    : [0, ...Array.from({ length: maxInstallments - 1 }, (_, index) => index + 2)];
  const option = (count: number): Html =>
    html`<option value="${count}"${String(count) === typed.installments && html` selected`}>${count === 0 ? texts.payInFull : count}</option>`;
  return formField({
    name: 'installments',
    label: texts.installments,
    ...problemOf(model, 'installments'),
    control: (attributes) => html`<select ${attributes}>${offered.map(option)}</select>`,
  });
}
