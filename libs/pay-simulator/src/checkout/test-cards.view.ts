import { TEST_AMOUNTS, TEST_CARDS } from '../domain/contract.generated.js';
import { DECLINED_AMOUNTS } from '../domain/issuer.js';
import { html, type Html } from '../http/html.js';
import { formatAmount } from './amount-text.js';
import { declineReason } from './decline-reason.js';
import { fillPlaceholder, type CheckoutTexts } from './language/texts.js';

type TestTexts = CheckoutTexts['tests'];
type TestCard = (typeof TEST_CARDS)[number];
type CardResult = 'approved' | 'declined' | 'challenge';

const LOOKS: Readonly<Record<CardResult, string>> = { approved: 'good', declined: 'bad', challenge: 'wait' };

/** Renders the test cards and test amounts with their results. The script shows the buttons, which fill in a card. */
export function testCards(currencyCode: string, language: string, texts: CheckoutTexts): Html {
  const { tests } = texts;
  return html`<section class="tests" aria-labelledby="tests-title">
<h2 id="tests-title">${tests.title}</h2>
<p>${tests.hint}</p>
<div class="cards" hidden>${Object.entries(LOOKS).map(([result, look]) => quickButton(result as CardResult, look, tests))}</div>
<details>
<summary>${tests.all}</summary>
<table>
<caption>${texts.cardNumber}, ${texts.securityCode}, ${tests.result}</caption>
<tbody>${TEST_CARDS.map(
    (card) => html`
<tr><td><code>${card.number}</code><br>${card.scheme} · ${codeText(card.cvv, tests)} · <b>${tests[resultOf(card)]}</b></td><td class="fill"><button type="button" ${fill(card)} aria-label="${tests.fill}: ${card.scheme} ${lastDigits(card)}" hidden>${tests.fill}</button></td></tr>`,
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

/** Renders a button for the first card with a result. */
function quickButton(result: CardResult, look: string, tests: TestTexts): Html {
  const card = TEST_CARDS.find((one) => resultOf(one) === result);
  return html`${card && html`<button type="button" class="${look}" ${fill(card)}><b>${tests[result]}</b> ${card.scheme} <span>${lastDigits(card)}</span></button>`}`;
}

function fill({ number, cvv }: TestCard): Html {
  const digits = Number(/^any (\d) digits$/.exec(cvv)?.[1] ?? 3);
  return html`data-card="${number}" data-code="${/^\d+$/.test(cvv) ? cvv : '1'.repeat(digits)}"`;
}

const lastDigits = ({ number }: TestCard): string => `•••• ${number.slice(-4)}`;

function codeText(cvv: string, tests: TestTexts): string {
  const [, digits] = /^any (\d) digits$/.exec(cvv) ?? [];
  if (digits !== undefined) return fillPlaceholder(tests.digits, digits);
  return cvv === 'none' ? tests.noCode : cvv;
}

function resultOf({ result }: TestCard): CardResult {
  if (result.startsWith('3DS challenge')) return 'challenge';
  return result.startsWith('failure') ? 'declined' : 'approved';
}
