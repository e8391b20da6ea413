import { behaviorOf, type CardBehavior } from '../domain/card.js';
import { TEST_AMOUNTS, TEST_CARDS } from '../domain/contract.generated.js';
import { DECLINED_AMOUNTS } from '../domain/issuer.js';
import { securityCodeOf, type TestCard } from '../domain/test-cards.js';
import { html, type Html } from '../http/html.js';
import { formatAmount } from './amount-text.js';
import { declineReason } from './decline-reason.js';
import { fillPlaceholder, type CheckoutTexts } from './language/texts.js';

type TestTexts = CheckoutTexts['tests'];

/** Text and look of each behavior of an issuer. */
const RESULTS = {
  approve: { text: 'approved', look: 'good' },
  fail: { text: 'declined', look: 'bad' },
  challenge: { text: 'challenge', look: 'wait' },
} as const;
const BEHAVIORS = Object.keys(RESULTS) as readonly CardBehavior[];

/** Renders the test cards and test amounts with their results. The script shows the buttons, which fill in a card. */
export function testCards(currencyCode: string, language: string, texts: CheckoutTexts): Html {
  const { tests } = texts;
  return html`<section class="tests" aria-labelledby="tests-title">
<h2 id="tests-title">${tests.title}</h2>
<p>${tests.hint}</p>
<div class="cards" hidden>${BEHAVIORS.map((behavior) => quickButton(behavior, tests))}</div>
<details>
<summary>${tests.all}</summary>
<table>
<caption>${texts.cardNumber}, ${texts.securityCode}, ${tests.result}</caption>
<tbody>${TEST_CARDS.map(
    (card) => html`
<tr><td><code>${card.number}</code><br>${card.scheme} · ${codeText(card.cvv, tests)} · <b>${tests[RESULTS[behaviorOf(card.result)].text]}</b></td><td class="fill"><button type="button" ${fill(card)} aria-label="${tests.fill}: ${card.scheme} ${lastDigits(card)}" hidden>${tests.fill}</button></td></tr>`,
  )}
</tbody>
</table>
<table>
<caption>${tests.amounts}</caption>
<tbody>${Object.entries(TEST_AMOUNTS).map(
    ([amount, eventId]) => html`
<tr><th scope="row">${formatAmount(Number(amount), currencyCode, language)}</th><td>${texts.reasons[declineReason(eventId)]} (${eventId})</td></tr>`,
  )}
<tr><th scope="row">${formatAmount(DECLINED_AMOUNTS.from, currencyCode, language)} – ${formatAmount(DECLINED_AMOUNTS.to, currencyCode, language)}</th><td>${texts.reasons.bank}</td></tr>
</tbody>
</table>
</details>
</section>`;
}

/** Renders a button for the first card with this behavior. */
function quickButton(behavior: CardBehavior, tests: TestTexts): Html {
  const card = TEST_CARDS.find(({ result }) => behaviorOf(result) === behavior);
  const { text, look } = RESULTS[behavior];
  return html`${card && html`<button type="button" class="${look}" ${fill(card)}><b>${tests[text]}</b> ${card.scheme} <span>${lastDigits(card)}</span></button>`}`;
}

const fill = (card: TestCard): Html => html`data-card="${card.number}" data-code="${securityCodeOf(card)}"`;

const lastDigits = ({ number }: TestCard): string => `•••• ${number.slice(-4)}`;

function codeText(cvv: string, tests: TestTexts): string {
  const [, digits] = /^any (\d) digits$/.exec(cvv) ?? [];
  if (digits !== undefined) return fillPlaceholder(tests.digits, digits);
  return cvv === 'none' ? tests.noCode : cvv;
}
