import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { checkoutReply } from './checkout-frame.view.js';
import { checkoutTexts } from './language/texts.js';

/** Content of a page for an order that cannot be paid. */
interface EndModel {
  readonly state: 'unknown' | 'expired' | 'paid' | 'cancelled';
  readonly language: string;
  readonly color: string | null;
  readonly merchantName: string | null;
  /** URL of the shop, or null if it is unknown. */
  readonly redirectUrl: string | null;
}

const STATUS = { unknown: 404, expired: 410, paid: 200, cancelled: 200 } as const;
const MARK = { unknown: '?', expired: '!', paid: '✓', cancelled: '×' } as const;

/** Renders the result of an order. */
export function endPanel(
  state: EndModel['state'],
  { title, text }: { readonly title: string; readonly text: string },
  more: Html | false,
): Html {
  return html`<section class="panel end ${state}">
<div class="mark" aria-hidden="true">${MARK[state]}</div>
<h1>${title}</h1>
<p>${text}</p>
${more}
</section>`;
}

/** Renders a page that explains why the order cannot be paid, with a link to the shop. */
export function endPage({ state, language, color, merchantName, redirectUrl }: EndModel): HttpReply {
  const texts = checkoutTexts(language);
  const { title, text } = texts[state];
  return checkoutReply(STATUS[state], {
    language,
    color,
    title,
    merchantName,
    layout: 'single',
    content: endPanel(
      state,
      { title, text },
      html`${redirectUrl !== null && html`<a class="button primary" href="${redirectUrl}">${texts.returnToShop}</a>`}
${state === 'unknown' && html`<a class="button quiet" href="/console">${texts.console}</a>`}`,
    ),
  });
}
