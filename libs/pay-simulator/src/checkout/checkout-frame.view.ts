import { documentReply } from '../http/document.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { brandColors } from './brand-color.js';
import { checkoutTexts, pageLanguage } from './language/texts.js';
import { BASE_STYLE, CHECKOUT_SCRIPT, CHECKOUT_STYLE } from './page-files.generated.js';

// Browsers also apply form-action to redirects after a form, and the URL of a shop can be any address.
const FORM_TARGETS = "'self' http: https:";

/** Common content of the hosted pages. */
interface CheckoutFrame {
  /** Requested language. */
  readonly language: string;
  readonly color?: string | undefined;
  readonly title: string;
  /** Merchant's name, if there is an order. */
  readonly merchantName?: string | undefined;
  /** `single` is one narrow column. @default 'single' */
  readonly layout?: 'single' | 'columns';
  /** Whether the page has a form whose fields the script helps with. @default false */
  readonly hasFields?: boolean;
  readonly content: Html;
}

/** Renders a hosted page with the simulator's banner in the merchant's brand color. */
export function checkoutReply(status: number, frame: CheckoutFrame): HttpReply {
  const { language, color, title, merchantName, layout = 'single', hasFields = false, content } = frame;
  const displayedLanguage = pageLanguage(language);
  const body = html`<header>
<p class="banner">${checkoutTexts(language).banner}</p>
${displayedLanguage !== language && html`<p class="banner">The requested language is ${language}. The simulator shows this page in English.</p>`}
${merchantName !== undefined && html`<div class="brand"><p>${merchantName}</p></div>`}
</header>
<main class="${layout}">
${content}
</main>`;
  return documentReply(status, {
    title: merchantName === undefined ? title : `${title} – ${merchantName}`,
    language: displayedLanguage,
    css: BASE_STYLE + brandStyle(color) + CHECKOUT_STYLE,
    body,
    formTargets: FORM_TARGETS,
    ...(hasFields && { script: CHECKOUT_SCRIPT }),
  });
}

function brandStyle(color: string | undefined): string {
  const { brand, onBrand, ink, inkOnDark } = brandColors(color);
  return `:root{--brand:${brand};--on-brand:${onBrand};--ink:${ink};--button:${brand};--on-button:${onBrand}}
@media (prefers-color-scheme:dark){:root{--ink:${inkOnDark};--button:${inkOnDark};--on-button:#000}}`;
}
