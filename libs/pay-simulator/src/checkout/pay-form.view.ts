import { html, type Html } from '../http/html.js';
import { currencyLetters } from '../domain/currencies.js';
import { IRIS } from '../domain/order.js';
import { formatAmount, formatEditableAmount } from './amount-text.js';
import { addressOf, CANCEL_PATH, CHECKOUT_PATH } from './checkout-address.js';
import { FORM_FIELDS, type FormFieldName, type FormProblems, type PayModel } from './checkout.model.js';
import type { SavedCard } from '../domain/checkout.types.js';
import { formField } from './form-field.view.js';
import { fillPlaceholder, type CheckoutTexts } from './language/texts.js';

/** Renders the payment form. It never contains a security code that was sent before. */
export function payForm(model: PayModel, texts: CheckoutTexts): Html {
  const { address, formId, order, total } = model;
  return html`<form method="post" action="${addressOf(CHECKOUT_PATH, address)}" novalidate>
<input type="hidden" name="form" value="${formId}">
<input type="hidden" name="shown" value="${total}">
${order.disableExactAmount && amountField(model, texts)}
${order.customer.email === null && contactFields(model, texts)}
${savedCardsField(model, texts)}
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

/** Renders the button that leads to the customer's bank. */
export function irisForm({ address, formId }: PayModel, texts: CheckoutTexts): Html {
  return html`<form class="other" method="post" action="${addressOf(CHECKOUT_PATH, address)}">
<input type="hidden" name="form" value="${formId}">
<input type="hidden" name="method" value="${IRIS}">
<button class="primary">${texts.payWithIris}</button>
</form>`;
}

/** Renders the button that cancels the order, if the payment source offers it. */
export function cancelForm(
  { address, source }: Pick<PayModel, 'address' | 'source'>,
  texts: CheckoutTexts,
): Html {
  if (!source.cancelButton) return html``;
  return html`<form method="post" action="${addressOf(CANCEL_PATH, address)}"><button class="quiet plain">${texts.cancel}</button></form>`;
}

function payText({ order, total, language }: PayModel, texts: CheckoutTexts): string {
  if (order.isCardVerification) return texts.verify;
  return total === null
    ? texts.payPlain
    : fillPlaceholder(texts.pay, formatAmount(total, order.currencyCode, language));
}

function amountField(model: PayModel, texts: CheckoutTexts): Html {
  const { order, typed, language } = model;
  const value = typed.amount ?? formatEditableAmount(order.amount, order.currencyCode, language);
  const label = `${texts.amount} (${currencyLetters(order.currencyCode)})`;
  return textField(
    model,
    'amount',
    label,
    html`value="${value}" inputmode="decimal" autocomplete="transaction-amount"`,
  );
}

function contactFields(model: PayModel, texts: CheckoutTexts): Html {
  return html`<fieldset>
<legend>${texts.contact}</legend>
${textField(model, 'email', texts.email, html`type="email" value="${model.typed.email}" autocomplete="email" maxlength="50"`)}
</fieldset>`;
}

/** Renders the choice between the saved cards and another card. Another card has an empty value. */
function savedCardsField({ savedCards, typed }: PayModel, texts: CheckoutTexts): Html {
  if (savedCards.length === 0) return html``;
  const selected = typed.card ?? savedCards[0]?.token;
  const choice = (value: string, label: string): Html =>
    html`<label class="choice"><input type="radio" name="card" value="${value}"${value === selected && html` checked`}>${label}</label>`;
  return html`<fieldset class="saved">
<legend>${texts.savedCards}</legend>
${savedCards.map((saved) => choice(saved.token, savedCardLabel(saved)))}
${choice('', texts.anotherCard)}
</fieldset>`;
}

/** Formats a saved card, such as `Visa •••• 0133, 08/40`. */
function savedCardLabel({ card }: SavedCard): string {
  const [, year = '', month = ''] = /^\d\d(\d\d)-(\d\d)/.exec(card.expirationDate) ?? [];
  return `${card.scheme} •••• ${card.number.slice(-4)}, ${month}/${year}`;
}

function cardFields(model: PayModel, texts: CheckoutTexts): Html {
  return html`${textField(model, 'number', texts.cardNumber, html`value="${model.typed.number}" inputmode="numeric" autocomplete="cc-number" maxlength="30" pattern="[\\d \\-]{12,30}"`)}
<div class="pair">
${textField(model, 'expiry', texts.expiry, html`value="${model.typed.expiry}" placeholder="${texts.expiryHint}" inputmode="numeric" autocomplete="cc-exp" maxlength="9" pattern="(0[1-9]|1[0-2])\\s*/?\\s*(20)?\\d\\d"`, texts.expiryHint)}
${textField(model, 'cvc', texts.securityCode, html`inputmode="numeric" autocomplete="cc-csc" maxlength="4" pattern="\\d{3,4}"`, texts.securityCodeHint)}
</div>
${textField(model, 'holderName', texts.nameOnCard, html`value="${model.typed.holderName}" autocomplete="cc-name" maxlength="100"`)}`;
}

/** Renders a required text field. @param more - Attributes of the input in addition to its name. */
function textField(
  { problems }: PayModel,
  name: FormFieldName,
  label: string,
  more: Html,
  hint?: string,
): Html {
  return formField({
    name,
    label,
    hint,
    problem: problems[name],
    hasFocus: firstInvalid(problems) === name,
    control: (attributes) => {
      const input = html`<input ${attributes} ${more} required>`;
      return name === 'number'
        ? html`<span class="entry">${input}<span id="scheme" class="scheme" aria-live="polite"></span></span>`
        : input;
    },
  });
}

/** Returns the field that has the focus after an error: the first invalid one. */
function firstInvalid(problems: FormProblems): FormFieldName | undefined {
  return FORM_FIELDS.find((name) => problems[name] !== undefined);
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
    hasFocus: firstInvalid(problems) === 'installments',
    control: (attributes) => html`<select ${attributes}>${offered.map(option)}</select>`,
  });
}
