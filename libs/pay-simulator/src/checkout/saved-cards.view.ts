import { html, type Html } from '../http/html.js';
import type { SavedCard } from './checkout.types.js';
import type { PayModel } from './checkout.model.js';
import type { CheckoutTexts } from './language/checkout-texts.js';

/** Which card is charged: a saved one by its token, or nothing for the one that is typed below. */
export function savedCardChoice({ savedCards, typed }: PayModel, texts: CheckoutTexts): Html {
  if (savedCards.length === 0) return html``;
  const chosen = typed.card ?? savedCards[0]?.token;
  const choice = (value: string, words: string): Html =>
    html`<label class="choice"><input type="radio" name="card" value="${value}"${value === chosen && html` checked`}>${words}</label>`;
  return html`<fieldset class="saved">
<legend>${texts.savedCards}</legend>
${savedCards.map((saved) => choice(saved.token, described(saved)))}
${choice('', texts.anotherCard)}
</fieldset>`;
}

/** `Visa •••• 0133, 08/40`. */
function described({ card }: SavedCard): string {
  const [, year = '', month = ''] = /^\d\d(\d\d)-(\d\d)/.exec(card.expirationDate) ?? [];
  return `${card.scheme} •••• ${card.number.slice(-4)}, ${month}/${year}`;
}
