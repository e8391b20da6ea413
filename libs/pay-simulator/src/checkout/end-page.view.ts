import { html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { checkoutReply } from './checkout-frame.view.js';
import { checkoutTexts } from './language/texts.js';

/** A page that takes no payment. */
export interface EndModel {
  readonly state: 'unknown' | 'expired' | 'paid' | 'cancelled';
  readonly language: string;
  readonly color: string | null;
  readonly merchantName: string | null;
  /** Way back to the shop; null where none is known. */
  readonly redirectUrl: string | null;
}

const STATUS = { unknown: 404, expired: 410, paid: 200, cancelled: 200 } as const;
const MARK = { unknown: '?', expired: '!', paid: '✓', cancelled: '×' } as const;

/** Says why nothing can be paid here and leads back to the shop. */
export function endPage({ state, language, color, merchantName, redirectUrl }: EndModel): HttpReply {
  const texts = checkoutTexts(language);
  const { title, text } = texts[state];
  return checkoutReply(STATUS[state], {
    language,
    color,
    title,
    merchantName,
    layout: 'single',
    content: html`<section class="panel end ${state}">
<div class="mark" aria-hidden="true">${MARK[state]}</div>
<h1>${title}</h1>
<p>${text}</p>
${redirectUrl !== null && html`<a class="button primary" href="${redirectUrl}">${texts.returnToShop}</a>`}
</section>`,
  });
}
