import { passesMod97 } from '../core/values/mod97.js';

/**
 * Length of the IBANs of each country in the registry of ISO 13616, release 100. Territories use the code of their country.
 * @see https://www.swift.com/standards/data-standards/iban-international-bank-account-number
 */
const LENGTHS = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18
FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21
LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24
SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);
/** Longest IBAN that the service takes. */
const LONGEST = 31;

/** Returns what is wrong with an IBAN, as the end of a sentence, or null. Never contains the value, because an IBAN is personal data. */
export function ibanProblem(value: unknown): string | null {
  if (typeof value !== 'string' || value === '')
    return 'must be an IBAN as a string, such as DE89370400440532013000';
  if (/[\s-]/.test(value)) return 'must be an IBAN without spaces and hyphens: remove them';
  if (/[a-z]/.test(value)) return 'must be an IBAN in capital letters: write it with toUpperCase()';
  if (!/^[A-Z]{2}\d\d[A-Z\d]+$/.test(value))
    return 'must be an IBAN: a country code, two check digits, then letters and digits';
  const country = value.slice(0, 2);
  const length = LENGTHS.get(country);
  if (length === undefined) return `must be an IBAN: ${country} is no country with IBANs`;
  if (length > LONGEST)
    return `must be an IBAN of at most ${LONGEST} characters: the service takes none of ${country}`;
  if (value.length !== length)
    return `must be an IBAN of ${length} characters for ${country} (received ${value.length})`;
  // ISO 7064 never gives 00, 01 or 99.
  return /^..(?!00|01|99)/.test(value) && passesMod97(value)
    ? null
    : 'must be an IBAN with correct check digits: look for a typing error';
}
