import { de } from './de.js';
import { el } from './el.js';
import { en, type CheckoutTexts } from './en.js';
import { fr } from './fr.js';

/** Texts of the hosted pages by primary language. The service has more languages. @see contract/payments.json enums.RequestLang */
const TEXTS = new Map<string, CheckoutTexts>([
  ['en', en],
  ['el', el],
  ['de', de],
  ['fr', fr],
]);

/** Language of the pages if the requested language has no texts, or if no language is requested. */
export const FALLBACK_LANGUAGE = 'en-GB';

const textsOf = (language: string): CheckoutTexts | undefined => TEXTS.get(language.split('-', 1)[0] ?? '');

/** Returns the texts of a language such as `de-DE`, or the English texts if the simulator does not have the language. */
export function checkoutTexts(language: string): CheckoutTexts {
  return textsOf(language) ?? en;
}

/** Returns the language of the page if `language` is requested. */
export function pageLanguage(language: string): string {
  return textsOf(language) ? language : FALLBACK_LANGUAGE;
}

/** Replaces the placeholder of a text, such as `{amount}`, with a value. */
export function fillPlaceholder(text: string, value: string | number): string {
  return text.replace(/\{\w+\}/, () => String(value));
}
