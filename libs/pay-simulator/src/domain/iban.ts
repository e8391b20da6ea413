const EURO = '978';
/** The longest IBAN that the service takes. */
const LONGEST = 31;
/**
 * Countries in the registry of ISO 13616 (release 100), with the length of their IBANs and, where accounts are not in euro, the
 * currency (ISO 4217 numeric).
 */
const COUNTRIES: ReadonlyMap<string, { length: number; currencyCode: string }> = new Map(
  `
AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21:756 CR22 CY28 CZ24:203 DE22 DJ27 DK18:208
DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22:826 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28:348 IE22 IL23 IQ23
IS26:352 IT27 JO30 KW30 KZ20 LB28 LC32 LI21:756 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30
NI28 NL18 NO15:578 OM23 PK24 PL28:985 PS29 PT25 QA29 RO24:946 RS22 RU33 SA24 SC31 SD18 SE24:752 SI19 SK24
SM27 SO23 ST25 SV28 TL23 TN24 TR26:949 UA29 VA22 VG24 XK20 YE30`
    .match(/[A-Z]{2}\d\d(:\d{3})?/g)
    ?.map((entry) => {
      const [length = '', currencyCode = EURO] = entry.slice(2).split(':');
      return [entry.slice(0, 2), { length: Number(length), currencyCode }] as const;
    }),
);

/** Calculates the remainder modulo 97 of a rearranged IBAN, whose letters stand for numbers. */
function remainder(iban: string): number {
  const rearranged = iban.slice(4) + iban.slice(0, 4);
  const digits = rearranged.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return Number(BigInt(digits) % 97n);
}

/**
 * Returns whether the service accepts a string as an IBAN: capital letters and digits without spaces, as many as its country has, at
 * most 31, and valid check digits.
 */
export function isIban(text: string): boolean {
  return (
    text.length <= LONGEST &&
    /^[A-Z]{2}(?!00|01|99)\d{2}[A-Z\d]+$/.test(text) &&
    COUNTRIES.get(text.slice(0, 2))?.length === text.length &&
    remainder(text) === 1
  );
}

/** Creates the IBAN of an account number, with check digits. */
export function createIban(countryCode: string, account: string): string {
  const check = 98 - remainder(`${countryCode}00${account}`);
  return `${countryCode}${String(check).padStart(2, '0')}${account}`;
}

/** Returns the country, bank and currency of an IBAN. */
export function parseIban(iban: string) {
  const countryCode = iban.slice(0, 2);
  const { currencyCode = EURO } = COUNTRIES.get(countryCode) ?? {};
  return { countryCode, bankId: iban.slice(4, 8), currencyCode };
}
