import { Decimal } from './wire-json.js';

const NO_DECIMALS = '108 152 174 262 324 352 392 410 548 600 646 704 800 940 950 952 953';
const TWO_DECIMALS =
  '008 012 032 036 044 050 051 052 060 064 068 072 084 090 096 104 116 124 132 136 144 156 170 188 192 203 208 214 222 ' +
  '230 232 238 242 270 292 320 328 332 340 344 348 356 360 364 376 388 398 404 408 417 418 422 426 430 446 454 458 462 ' +
  '480 484 496 498 504 516 524 532 533 554 558 566 578 586 590 598 604 608 634 643 654 682 690 702 706 710 728 748 752 ' +
  '756 760 764 776 780 784 807 818 826 834 840 858 860 882 886 901 924 925 926 928 929 930 933 934 936 938 941 943 944 ' +
  '946 947 948 949 951 965 967 968 969 970 971 972 973 975 976 977 978 979 980 981 984 985 986 997';
const THREE_DECIMALS = '048 368 400 414 434 512 788';
const FOUR_DECIMALS = '927 990';

const DECIMALS = new Map<string, number>();
for (const [decimals, codes] of [
  [0, NO_DECIMALS],
  [2, TWO_DECIMALS],
  [3, THREE_DECIMALS],
  [4, FOUR_DECIMALS],
] as const) {
  for (const code of codes.split(' ')) DECIMALS.set(code, decimals);
}

/** Whether this is a numeric ISO 4217 code of three digits, such as `978`. */
export function isCurrencyCode(code: string): boolean {
  return DECIMALS.has(code);
}

/** How many decimals a currency has. @throws RangeError when the code is unknown. */
export function currencyDecimals(currencyCode: string): number {
  const decimals = DECIMALS.get(currencyCode);
  if (decimals === undefined) throw new RangeError(`currency ${currencyCode} is unknown`);
  return decimals;
}

/**
 * An amount in minor units as the decimal in major units that the service answers: 1050 of 978 is `10.50`.
 *
 * @param minor whole minor units; negative on reversals.
 * @param currencyCode numeric ISO 4217 code.
 * @throws RangeError when the amount is not exact or the currency is unknown.
 */
export function majorUnits(minor: number | bigint, currencyCode: string): Decimal {
  const decimals = currencyDecimals(currencyCode);
  if (typeof minor === 'number' && !Number.isSafeInteger(minor))
    throw new RangeError('amount must be whole minor units');
  return scaled(BigInt(minor), decimals);
}

/** The decimal `value` / 10^`decimals`, exact. */
export function scaled(value: bigint, decimals: number): Decimal {
  const sign = value < 0n ? '-' : '';
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  return new Decimal(
    decimals === 0 ? sign + digits : `${sign}${digits.slice(0, split)}.${digits.slice(split)}`,
  );
}

/** Whole minor units of an amount in major units; undefined when it has more decimals than the currency or is not exact. */
export function minorUnits(major: number, currencyCode: string): number | undefined {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(major)) ?? [];
  const decimals = currencyDecimals(currencyCode);
  if (whole === '' || fraction.length > decimals) return undefined;
  const minor = Number(`${sign}${whole}${fraction.padEnd(decimals, '0')}`);
  return Number.isSafeInteger(minor) ? minor : undefined;
}
