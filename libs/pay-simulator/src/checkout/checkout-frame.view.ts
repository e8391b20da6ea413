import { documentReply } from '../http/document.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { brandColours } from './brand-colour.js';
import { checkoutStyle } from './checkout-style.js';
import { checkoutTexts, pageLanguage } from './language/texts.js';

// A browser applies form-action to each redirect that follows a form as well, and shops redirect as they like.
const FORM_TARGETS = "'self' http: https:";

/** What every hosted page has in common. */
export interface CheckoutFrame {
  /** Language that was asked for. */
  readonly language: string;
  readonly color: string | null;
  readonly title: string;
  /** Null where no order is known. */
  readonly merchantName: string | null;
  /** `single` is one narrow column. */
  readonly layout: 'single' | 'columns';
  readonly content: Html;
}

/** A hosted page in the merchant's colour, with the banner that says what it is. */
export function checkoutReply(status: number, frame: CheckoutFrame): HttpReply {
  const { language, color, title, merchantName, layout, content } = frame;
  const shown = pageLanguage(language);
  const body = html`<header>
<p class="banner">${checkoutTexts(language).banner}</p>
${shown !== language && html`<p class="banner">The requested language is ${language}. The simulator shows this page in English.</p>`}
${merchantName !== null && html`<div class="brand"><p>${merchantName}</p></div>`}
</header>
<main class="${layout}">
${content}
</main>`;
  return documentReply(status, {
    title: merchantName === null ? title : `${title} – ${merchantName}`,
    language: shown,
    css: checkoutStyle(brandColours(color)),
    body,
    formTargets: FORM_TARGETS,
  });
}
