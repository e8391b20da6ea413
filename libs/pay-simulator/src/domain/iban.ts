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
const LONGEST = 31;

/** Calculates the remainder modulo 97 of a rearranged IBAN digit by digit, because the number has up to 60 digits. */
function remainder(iban: string): number {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest;
}

/** Returns whether the service accepts a string as an IBAN: capital letters and digits without spaces, at most 31, valid check digits. */
export function isIban(text: string): boolean {
  return text.length <= LONGEST && /^[A-Z]{2}\d{2}[A-Z\d]{10,}$/.test(text) && remainder(text) === 1;
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
