import { TEST_AMOUNTS, TEST_CARDS } from '../domain/contract.generated.js';
import { html, type Html } from '../http/html.js';
import { formatAmount } from './amount-text.js';
import { declineReason } from './decline-reason.js';
import type { CheckoutTexts } from './language/checkout-texts.js';
import { fillPlaceholder } from './language/texts.js';

/** Renders the test cards and test amounts with their results. */
export function testCards(currencyCode: string, language: string, texts: CheckoutTexts): Html {
  const { tests } = texts;
  return html`<section class="tests" aria-label="${tests.title}">
<details>
<summary>${tests.title} · ${texts.banner}</summary>
<div>
<p>${tests.hint}</p>
<table>
<thead><tr><th scope="col">${texts.cardNumber}, ${texts.securityCode}</th><th scope="col">${tests.result}</th></tr></thead>
<tbody>${TEST_CARDS.map(
    (card) => html`
<tr><td><code>${card.number}</code><br>${card.scheme} · ${codeText(card.cvv, tests)}</td><td>${resultText(card.result, tests)}</td></tr>`,
  )}
</tbody>
</table>
<table>
<caption>${tests.amounts}</caption>
<tbody>${Object.entries(TEST_AMOUNTS).map(
    ([amount, eventId]) => html`
<tr><th scope="row">${formatAmount(Number(amount), currencyCode, language)}</th><td>${texts.reasons[declineReason(eventId)]} (${eventId})</td></tr>`,
  )}
</tbody>
</table>
</div>
</details>
</section>`;
}

function codeText(cvv: string, tests: CheckoutTexts['tests']): string {
  const [, digits] = /^any (\d) digits$/.exec(cvv) ?? [];
  if (digits !== undefined) return fillPlaceholder(tests.digits, digits);
  return cvv === 'none' ? tests.noCode : cvv;
}

function resultText(result: string, tests: CheckoutTexts['tests']): string {
  if (result.startsWith('3DS challenge')) return tests.challenge;
  return result.startsWith('failure') ? tests.declined : tests.approved;
}
