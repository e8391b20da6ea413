import { DE_TEXTS, EL_TEXTS, EN_TEXTS, FR_TEXTS } from './page-files.generated.js';

/** All texts of the hosted pages in one language. A text contains its placeholder, such as `{amount}`, in each language. */
export type CheckoutTexts = typeof EN_TEXTS;

/** Texts of the hosted pages by primary language. The service has more languages. @see contract/behaviour/payments.yaml enums.RequestLang */
const TEXTS = new Map<string, CheckoutTexts>([
  ['en', EN_TEXTS],
  ['el', EL_TEXTS],
  ['de', DE_TEXTS],
  ['fr', FR_TEXTS],
]);

/** Language of the pages if the requested language has no texts, or if no language is requested. */
export const FALLBACK_LANGUAGE = 'en-GB';

const textsOf = (language: string): CheckoutTexts | undefined => TEXTS.get(language.split('-', 1)[0] ?? '');

/** Returns the texts of a language such as `de-DE`, or the English texts if the simulator does not have the language. */
export function checkoutTexts(language: string): CheckoutTexts {
  return textsOf(language) ?? EN_TEXTS;
}

/** Returns the language of the page if `language` is requested. */
export function pageLanguage(language: string): string {
  return textsOf(language) ? language : FALLBACK_LANGUAGE;
}

/** Replaces the placeholder of a text, such as `{amount}`, with a value. */
export function fillPlaceholder(text: string, value: string | number): string {
  return text.replace(/\{\w+\}/, () => String(value));
}
