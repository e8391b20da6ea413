import { bg } from './bg.js';
import type { CheckoutTexts } from './checkout-texts.js';
import { cs } from './cs.js';
import { da } from './da.js';
import { de } from './de.js';
import { el } from './el.js';
import { en, enUS } from './en.js';
import { es } from './es.js';
import { fi } from './fi.js';
import { fr } from './fr.js';
import { hr } from './hr.js';
import { hu } from './hu.js';
import { it } from './it.js';
import { nl } from './nl.js';
import { pl } from './pl.js';
import { pt } from './pt.js';
import { ro } from './ro.js';
import { ru } from './ru.js';
import { sv } from './sv.js';

/** The page's texts by language. @see contract/payments.json enums.RequestLang */
export const CHECKOUT_TEXTS: Readonly<Record<string, CheckoutTexts>> = {
  'bg-BG': bg,
  'hr-HR': hr,
  'cs-CZ': cs,
  'da-DK': da,
  'nl-NL': nl,
  'nl-BE': nl,
  'en-GB': en,
  'en-US': enUS,
  'fi-FI': fi,
  'fr-BE': fr,
  'fr-FR': fr,
  'de-DE': de,
  'el-GR': el,
  'hu-HU': hu,
  'it-IT': it,
  'pl-PL': pl,
  'pt-PT': pt,
  'ro-RO': ro,
  'ru-RU': ru,
  'es-ES': es,
  'sv-SE': sv,
};

/** Language of a page whose order is unknown and whose address names none. */
export const FALLBACK_LANGUAGE = 'en-GB';

/** The texts of a language; English for one that the service does not have. */
export function checkoutTexts(language: string): CheckoutTexts {
  return (Object.hasOwn(CHECKOUT_TEXTS, language) ? CHECKOUT_TEXTS[language] : undefined) ?? en;
}
