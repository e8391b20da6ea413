import type { CheckoutTexts } from './checkout-texts.js';
import { de } from './de.js';
import { el } from './el.js';
import { en } from './en.js';
import { fr } from './fr.js';

/** The page's texts by primary language. The service has more languages. @see contract/payments.json enums.RequestLang */
const TEXTS = new Map<string, CheckoutTexts>([
  ['en', en],
  ['el', el],
  ['de', de],
  ['fr', fr],
]);

/** Language of a page without texts of its own, and of a page that names no language. */
export const FALLBACK_LANGUAGE = 'en-GB';

const textsOf = (language: string): CheckoutTexts | undefined => TEXTS.get(language.split('-', 1)[0] ?? '');

/** Returns the texts of a language such as `de-DE`; English if the simulator does not have the language. */
export function checkoutTexts(language: string): CheckoutTexts {
  return textsOf(language) ?? en;
}

/** Returns the language that a page is shown in if `language` is asked for. */
export function pageLanguage(language: string): string {
  return textsOf(language) ? language : FALLBACK_LANGUAGE;
}

/** Puts a value in the place of a text's only placeholder, such as `{amount}`. */
export function filled(text: string, value: string | number): string {
  return text.replace(/\{\w+\}/, () => String(value));
}
