/**
 * ISO 4217: alphabetic code, numeric code and, where it is not 2, the number of decimals.
 * @see https://www.iso.org/iso-4217-currency-codes.html
 */
const ISO_4217 = `
AED784 AFN971 ALL008 AMD051 AOA973 ARS032 AUD036 AWG533 AZN944 BAM977 BBD052 BDT050 BHD048:3 BIF108:0 BMD060
BND096 BOB068 BOV984 BRL986 BSD044 BTN064 BWP072 BYN933 BZD084 CAD124 CDF976 CHE947 CHF756 CHW948 CLF990:4 CLP152:0
CNY156 COP170 COU970 CRC188 CUP192 CVE132 CZK203 DJF262:0 DKK208 DOP214 DZD012 EGP818 ERN232 ETB230 EUR978 FJD242
FKP238 GBP826 GEL981 GHS936 GIP292 GMD270 GNF324:0 GTQ320 GYD328 HKD344 HNL340 HTG332 HUF348 IDR360 ILS376 INR356
IQD368:3 IRR364 ISK352:0 JMD388 JOD400:3 JPY392:0 KES404 KGS417 KHR116 KMF174:0 KPW408 KRW410:0 KWD414:3 KYD136 KZT398
LAK418 LBP422 LKR144 LRD430 LSL426 LYD434:3 MAD504 MDL498 MGA969 MKD807 MMK104 MNT496 MOP446 MRU929 MUR480 MVR462
MWK454 MXN484 MXV979 MYR458 MZN943 NAD516 NGN566 NIO558 NOK578 NPR524 NZD554 OMR512:3 PAB590 PEN604 PGK598 PHP608
PKR586 PLN985 PYG600:0 QAR634 RON946 RSD941 RUB643 RWF646:0 SAR682 SBD090 SCR690 SDG938 SEK752 SGD702 SHP654 SLE925
SOS706 SRD968 SSP728 STN930 SVC222 SYP760 SZL748 THB764 TJS972 TMT934 TND788:3 TOP776 TRY949 TTD780 TWD901 TZS834
UAH980 UGX800:0 USD840 USN997 UYI940:0 UYU858 UYW927:4 UZS860 VED926 VES928 VND704:0 VUV548:0 WST882 XAF950:0 XCD951
XCG532 XOF952:0 XPF953:0 YER886 ZAR710 ZMW967 ZWG924`;

/** Currencies that ended since the service exists, in the same form. Transactions before this day still have them. */
const ENDED = {
  '2011-01-01': 'EEK233',
  '2014-01-01': 'LVL428',
  '2015-01-01': 'LTL440',
  '2023-01-01': 'HRK191',
  '2026-01-01': 'BGN975',
};

const DECIMALS = new Map<string, number>();
const OTHER_CODE = new Map<string, string>();
for (const entry of [...ISO_4217.trim().split(/\s+/), ...Object.values(ENDED)]) {
  const decimals = Number(entry.split(':')[1] ?? 2);
  DECIMALS.set(entry.slice(0, 3), decimals);
  DECIMALS.set(entry.slice(3, 6), decimals);
  OTHER_CODE.set(entry.slice(0, 3), entry.slice(3, 6)).set(entry.slice(3, 6), entry.slice(0, 3));
}

/**
 * Returns the numeric code of an alphabetic one, and the alphabetic code of a numeric one: `'978'` for `'EUR'`.
 *
 * @throws RangeError for a code that ISO 4217 does not list.
 */
export function otherCurrencyCode(currency: string): string {
  currencyDecimals(currency);
  return OTHER_CODE.get(currency) ?? currency;
}

/**
 * Returns the number of decimals of a currency: 2 for EUR (978), 0 for JPY (392), 3 for KWD (414), 4 for CLF (990).
 * Also knows currencies that the euro has replaced since 2011, because old transactions have them.
 *
 * @param currency alphabetic code (`'EUR'`), or numeric code as text or number (`'978'`, `978`).
 * @throws RangeError for a code that ISO 4217 does not list.
 */
export function currencyDecimals(currency: string | number): number {
  const code = String(currency).trim().toUpperCase();
  const decimals = DECIMALS.get(/^\d{1,3}$/.test(code) ? code.padStart(3, '0') : code);
  if (decimals === undefined) throw new RangeError(`currency '${code.slice(0, 8)}' is not an ISO 4217 code`);
  return decimals;
}

/** Returns whether a value is a numeric ISO 4217 code with three digits. */
export const isNumericCurrency = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{3}$/.test(value) && DECIMALS.has(value);

/** Numeric ISO 4217 codes, as text, by alphabetic code: the currencies of the service's countries. Other codes are accepted, too. */
export const Currency = {
  /** @deprecated Ended on 2026-01-01, when Bulgaria changed to the euro. Only for older transactions. */
  BGN: '975',
  CHF: '756',
  CZK: '203',
  DKK: '208',
  EUR: '978',
  GBP: '826',
  /** @deprecated Ended on 2023-01-01, when Croatia changed to the euro. Only for older transactions. */
  HRK: '191',
  HUF: '348',
  NOK: '578',
  PLN: '985',
  RON: '946',
  SEK: '752',
  USD: '840',
} as const;
export type Currency = (typeof Currency)[keyof typeof Currency] | (string & {});
