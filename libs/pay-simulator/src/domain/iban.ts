/** Countries whose accounts are not held in euro: ISO 4217 numeric. */
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

/** Remainder by 97 of an IBAN turned around, its letters as numbers: piecewise, because the number has up to 60 digits. */
function remainder(iban: string): number {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest;
}

/** Whether the text is an IBAN that the service takes: capitals and digits without spaces, at most 31, check digits right. */
export function isIban(text: string): boolean {
  return text.length <= LONGEST && /^[A-Z]{2}\d{2}[A-Z\d]{10,}$/.test(text) && remainder(text) === 1;
}

/** The IBAN of a bank's own account number, with its check digits. */
export function makeIban(countryCode: string, account: string): string {
  const check = 98 - remainder(`${countryCode}00${account}`);
  return `${countryCode}${String(check).padStart(2, '0')}${account}`;
}

/** Country, bank and currency that an IBAN stands for. */
export function ibanParts(iban: string): {
  readonly countryCode: string;
  readonly bankId: string;
  readonly currencyCode: string;
} {
  const countryCode = iban.slice(0, 2);
  return { countryCode, bankId: iban.slice(4, 8), currencyCode: OTHER_CURRENCIES[countryCode] ?? EURO };
}
