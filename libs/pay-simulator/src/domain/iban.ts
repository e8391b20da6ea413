/** Currencies of countries whose accounts are not in euro (ISO 4217 numeric). */
const OTHER_CURRENCIES: Readonly<Record<string, string>> = {
  CH: '756',
  CZ: '203',
  DK: '208',
  GB: '826',
  HU: '348',
  IS: '352',
  LI: '756',
  NO: '578',
  PL: '985',
  RO: '946',
  SE: '752',
  TR: '949',
};
const EURO = '978';
/** The longest IBAN that the service takes. */
const LONGEST = 31;
/** Countries in the registry of ISO 13616 (release 100), by the length of their IBANs. */
const COUNTRIES: Readonly<Record<number, string>> = {
  15: 'NO',
  16: 'BE',
  18: 'DK FI FK FO GL NL SD',
  19: 'MK SI',
  20: 'AT BA EE KZ LT LU MN XK',
  21: 'CH HR LI LV',
  22: 'BG BH CR DE GB GE IE ME RS VA',
  23: 'AE GI IL IQ OM SO TL',
  24: 'AD CZ ES MD PK RO SA SE SK TN VG',
  25: 'LY PT ST',
  26: 'IS TR',
  27: 'BI DJ FR GR IT MC MR SM',
  28: 'AL AZ BY CY DO GT HN HU LB NI PL SV',
  29: 'BR EG PS QA UA',
  30: 'JO KW MU YE',
  31: 'MT SC',
  32: 'LC',
  33: 'RU',
};

/** Calculates the remainder modulo 97 of a rearranged IBAN digit by digit, because the number has up to 60 digits. */
function remainder(iban: string): number {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest;
}

/**
 * Returns whether the service accepts a string as an IBAN: capital letters and digits without spaces, as many as its country has, at
 * most 31, and valid check digits.
 */
export function isIban(text: string): boolean {
  return (
    text.length <= LONGEST &&
    /^[A-Z]{2}(?!00|01|99)\d{2}[A-Z\d]+$/.test(text) &&
    (COUNTRIES[text.length] ?? '').split(' ').includes(text.slice(0, 2)) &&
    remainder(text) === 1
  );
}

/** Creates the IBAN of an account number, with check digits. */
export function createIban(countryCode: string, account: string): string {
  const check = 98 - remainder(`${countryCode}00${account}`);
  return `${countryCode}${String(check).padStart(2, '0')}${account}`;
}

/** Returns the country, bank and currency of an IBAN. */
export function parseIban(iban: string): {
  readonly countryCode: string;
  readonly bankId: string;
  readonly currencyCode: string;
} {
  const countryCode = iban.slice(0, 2);
  return { countryCode, bankId: iban.slice(4, 8), currencyCode: OTHER_CURRENCIES[countryCode] ?? EURO };
}
