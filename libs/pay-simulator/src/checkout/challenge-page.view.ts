import type { ChallengeAnswer } from '../domain/issuer.js';
import { html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { formatAmount } from './amount-text.js';
import { addressOf, CHALLENGE_PATH, type CheckoutAddress } from './checkout-address.js';
import { checkoutReply } from './checkout-frame.view.js';
import type { CheckoutChallenge } from '../domain/checkout.types.js';
import { checkoutTexts, pageLanguage } from './language/texts.js';

/** Possible results of a challenge. @see contract/behaviour/transactions.yaml testData */
export const CHALLENGE_ANSWERS: readonly ChallengeAnswer[] = ['Y', 'N', 'A', 'R', 'U'];
/** Value of the button that simulates closing the bank's page. */
export const LEAVE = 'close';

/** Renders the 3-D Secure step, where the visitor chooses the bank's response. */
export function challengePage(
  { challengeId, order, merchantName, total, language, cardNumber }: CheckoutChallenge,
  address: CheckoutAddress,
): HttpReply {
  const texts = checkoutTexts(language);
  const { challenge } = texts;
  return checkoutReply(200, {
    language,
    color: address.color,
    title: challenge.title,
    merchantName,
    content: html`<section class="panel">
<h1>${challenge.title}</h1>
<p class="note">${challenge.text}</p>
<dl class="rows">
<div><dt>${texts.amountToPay}</dt><dd><strong class="amount">${formatAmount(total, order.currencyCode, pageLanguage(language))}</strong></dd></div>
<div><dt>${texts.card}</dt><dd>${cardNumber}</dd></div>
<div><dt>${texts.orderNumber}</dt><dd>${order.code}</dd></div>
</dl>
<form method="post" action="${addressOf(CHALLENGE_PATH, address, { id: challengeId })}">
<fieldset>
<legend>${challenge.choose}</legend>
<div class="responses">
${CHALLENGE_ANSWERS.map((response) => html`<button name="response" value="${response}"><kbd>${response}</kbd> <span>${challenge.responses[response]}</span> <small>${challenge.effects[response]}</small></button>`)}
</div>
</fieldset>
<button class="quiet plain" name="response" value="${LEAVE}">${challenge.leave}</button>
<p class="note">${challenge.leaveEffect}</p>
</form>
</section>`,
  });
}
