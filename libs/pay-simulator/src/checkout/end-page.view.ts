import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { checkoutReply } from './checkout-frame.view.js';
import { checkoutTexts } from './language/texts.js';

/** States in which an order cannot be paid: the status of the page and its sign. */
const ENDS = {
  unknown: [404, '?'],
  expired: [410, '!'],
  paid: [200, '✓'],
  cancelled: [200, '×'],
} as const;

/** Content of a page for an order that cannot be paid. */
interface EndModel {
  readonly state: keyof typeof ENDS;
  readonly language: string;
  readonly color: string | undefined;
  readonly merchantName?: string;
  /** URL of the shop, or null if it is unknown. */
  readonly redirectUrl: string | null;
}

/** Renders a result with a sign. @param look - `paid` is green. */
export function endPanel(look: string, sign: string, title: string, text: string, more?: Html): Html {
  return html`<section class="panel end ${look}">
<div class="mark" aria-hidden="true">${sign}</div>
<h1>${title}</h1>
<p>${text}</p>
${more}
</section>`;
}

/** Renders a page that explains why the order cannot be paid, with a link to the shop. */
export function endPage({ state, redirectUrl, ...page }: EndModel): HttpReply {
  const texts = checkoutTexts(page.language);
  const { title, text } = texts[state];
  const [status, sign] = ENDS[state];
  const links = html`${redirectUrl !== null && html`<a class="button primary" href="${redirectUrl}">${texts.returnToShop}</a>`}
${state === 'unknown' && html`<a class="button quiet" href="/console">${texts.console}</a>`}`;
  return checkoutReply(status, { ...page, title, content: endPanel(state, sign, title, text, links) });
}
