import { Refusal } from './refusal.js';
import { Decimal } from './wire-json.js';

/** ISO 4217: the letter code of each numeric code that orders accept and, where it is not 2, the number of decimals. */
const CURRENCIES: ReadonlyMap<string, { letters: string; decimals: number }> = new Map(
  `
008 ALL 012 DZD 032 ARS 036 AUD 044 BSD 048 BHD:3 050 BDT 051 AMD 052 BBD 060 BMD 064 BTN 068 BOB 072 BWP
084 BZD 090 SBD 096 BND 104 MMK 108 BIF:0 116 KHR 124 CAD 132 CVE 136 KYD 144 LKR 152 CLP:0 156 CNY 170 COP
174 KMF:0 188 CRC 192 CUP 203 CZK 208 DKK 214 DOP 222 SVC 230 ETB 232 ERN 238 FKP 242 FJD 262 DJF:0 270 GMD
292 GIP 320 GTQ 324 GNF:0 328 GYD 332 HTG 340 HNL 344 HKD 348 HUF 352 ISK:0 356 INR 360 IDR 364 IRR 368 IQD:3
376 ILS 388 JMD 392 JPY:0 398 KZT 400 JOD:3 404 KES 408 KPW 410 KRW:0 414 KWD:3 417 KGS 418 LAK 422 LBP 426 LSL
430 LRD 434 LYD:3 446 MOP 454 MWK 458 MYR 462 MVR 480 MUR 484 MXN 496 MNT 498 MDL 504 MAD 512 OMR:3 516 NAD
524 NPR 532 XCG 533 AWG 548 VUV:0 554 NZD 558 NIO 566 NGN 578 NOK 586 PKR 590 PAB 598 PGK 600 PYG:0 604 PEN
608 PHP 634 QAR 643 RUB 646 RWF:0 654 SHP 682 SAR 690 SCR 702 SGD 704 VND:0 706 SOS 710 ZAR 728 SSP 748 SZL
752 SEK 756 CHF 760 SYP 764 THB 776 TOP 780 TTD 784 AED 788 TND:3 800 UGX:0 807 MKD 818 EGP 826 GBP 834 TZS
840 USD 858 UYU 860 UZS 882 WST 886 YER 901 TWD 924 ZWG 925 SLE 926 VED 927 UYW:4 928 VES 929 MRU 930 STN
933 BYN 934 TMT 936 GHS 938 SDG 940 UYI:0 941 RSD 943 MZN 944 AZN 946 RON 947 CHE 948 CHW 949 TRY 950 XAF:0
951 XCD 952 XOF:0 953 XPF:0 965 XUA 967 ZMW 968 SRD 969 MGA 970 COU 971 AFN 972 TJS 973 AOA 976 CDF
977 BAM 978 EUR 979 MXV 980 UAH 981 GEL 984 BOV 985 PLN 986 BRL 990 CLF:4 997 USN`
    .match(/\d{3} [A-Z]{3}(:\d)?/g)
    ?.map((entry) => {
      const [letters = '', decimals = '2'] = entry.slice(4).split(':');
      return [entry.slice(0, 3), { letters, decimals: Number(decimals) }] as const;
    }),
);

/** Currencies that the euro has replaced: kroon, lats, litas, kuna, lev. Orders do not accept them; old records have them. */
const ENDED = { '233': 'EEK', '428': 'LVL', '440': 'LTL', '191': 'HRK', '975': 'BGN' };
const KNOWN = new Map([
  ...CURRENCIES,
  ...Object.entries(ENDED).map(([code, letters]) => [code, { letters, decimals: 2 }] as const),
]);

/** Returns whether a string is the three-digit numeric ISO 4217 code of a currency of today, such as `978`. */
export function isCurrencyCode(code: string): boolean {
  return CURRENCIES.has(code);
}

/** Returns the letter code of a numeric currency code: `EUR` for `978`. Returns an unknown code unchanged. */
export function currencyLetters(currencyCode: string): string {
  return KNOWN.get(currencyCode)?.letters ?? currencyCode;
}

/** Returns the number of decimals of a currency. @throws RangeError if the code is unknown. */
export function currencyDecimals(currencyCode: string): number {
  const currency = KNOWN.get(currencyCode);
  if (!currency) throw new RangeError(`currency ${currencyCode} is unknown`);
  return currency.decimals;
}

/**
 * Converts minor units to the decimal in major units that the service returns: 1050 of `978` is `10.50`.
 *
 * @param minor - Whole minor units. Negative for reversals.
 * @param currencyCode - Numeric ISO 4217 code.
 * @throws RangeError if the amount is not exact or the currency is unknown.
 */
export function majorUnits(minor: number | bigint, currencyCode: string): Decimal {
  const decimals = currencyDecimals(currencyCode);
  if (typeof minor === 'number' && !Number.isSafeInteger(minor))
    throw new RangeError('amount must be whole minor units');
  return scaled(BigInt(minor), decimals);
}

/** Returns the exact decimal `value` / 10^`decimals`. */
export function scaled(value: bigint, decimals: number): Decimal {
  const sign = value < 0n ? '-' : '';
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  return new Decimal(
    decimals === 0 ? sign + digits : `${sign}${digits.slice(0, split)}.${digits.slice(split)}`,
  );
}

/** Formats an amount in major units with the currency code, such as `1,210.50 EUR`. */
export function amountText(minor: number | bigint, currencyCode: string): string {
  const { text } = scaled(BigInt(minor), currencyDecimals(currencyCode));
  const grouped = text.replace(/\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
  return `${grouped.replace('-', '−')} ${currencyLetters(currencyCode)}`;
}

/** Converts major units to minor units. Returns undefined if the amount has too many decimals or is not exact. */
export function minorUnits(major: number, currencyCode: string): number | undefined {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(major)) ?? [];
  const decimals = currencyDecimals(currencyCode);
  if (whole === '' || fraction.length > decimals) return undefined;
  const minor = Number(`${sign}${whole}${fraction.padEnd(decimals, '0')}`);
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/** Checks that a request has no currency other than the one of its order or transaction. @throws Refusal 400 if it has. */
export function requireCurrency(
  requested: string | undefined,
  { currencyCode }: { readonly currencyCode: string },
  owner: 'order' | 'transaction',
): void {
  if (requested !== undefined && requested !== currencyCode)
    throw new Refusal(400, `currencyCode: expected ${currencyCode}, the currency of the ${owner}`);
}
