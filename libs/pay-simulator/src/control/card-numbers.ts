import { passesLuhnCheck } from '../domain/card.js';

/** First digits of card numbers by issuer, with the lengths. @see contract/vectors/card-numbers.json */
const ISSUERS: readonly { readonly starts: RegExp; readonly min: number; readonly max: number }[] = [
  { starts: /^(?:4|5[06-9]|6)/, min: 13, max: 19 },
  { starts: /^(?:3(?:0[0-5]|095|6|[89])|81)/, min: 14, max: 19 },
  { starts: /^(?:1|3[47])/, min: 15, max: 15 },
  { starts: /^(?:1800|2131)/, min: 15, max: 19 },
  { starts: /^(?:220[0-5]|35(?:2[89]|[3-8])|9704)/, min: 16, max: 19 },
  { starts: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, min: 16, max: 16 },
  { starts: /^(?:82|1946|8600|9051|9112|9682|9792|9804|9860)/, min: 16, max: 16 },
];
/** Digits in one or several groups, also with control or invisible characters between them. A separator in an address is encoded. */
const RUN = /\d(?:(?:%20|[\s\p{Cc}\p{Cf}+./_\-\u2010-\u2015\u2212]{1,3})?\d){11,}/gu;
/** Full-width and Arabic digits. The last four bits are their value. */
const OTHER_DIGIT = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g;
const PIECE = /%20|\d+/g;
/** A reference of ISO 11649, or a UUID: digits of them are no card number. */
const IDENTIFIER =
  /(?<![a-z\d])rf(?!00|01|99)\d{2}(?: ?[a-z\d]){1,21}(?![a-z\d])|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
const AFTER_CARD =
  /(?:card|(?<![a-z])(?:pan|cc)|kart[aeuęą]?|carte|carta|cart[aã]o|tarjeta|κάρτα\p{L}?)(?:[\s._[-]*(?:n(?:umber|ummer|um|o|r|°|º)|#))?[^\p{L}\p{N}]{0,4}$/iu;
const AFTER_ORDER =
  /(?:orders?(?:[\s_-]*(?:codes?|id|number|no|nr)(?:text)?)?[^\p{L}\p{N}/]{0,4}|\/orders\/|[?&](?:s|ref)=)$/iu;
const CONTEXT = 40;
/** Order codes have 16 digits and reference numbers 12: neither is a group of a longer number. */
const LARGEST_GROUP = 11;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds card numbers in a text, in one piece or in groups.
 *
 * @param isOrderCode - Whether 16 digits are a known order code, which can look like a card number.
 */
export function findCardNumbers(text: string, isOrderCode: (digits: string) => boolean): readonly Span[] {
  const digits = text.replace(OTHER_DIGIT, (digit) => String(digit.charCodeAt(0) & 15));
  const others = [...digits.matchAll(IDENTIFIER)].flatMap(({ 0: whole, index }) => {
    const length = /^rf/i.test(whole) ? referenceLength(whole) : whole.length;
    return length === 0 ? [] : [{ start: index, end: index + length }];
  });
  // Blanks hide an identifier, so that positions stay the same.
  let plain = '';
  for (const { start, end } of others)
    plain += digits.slice(plain.length, start) + '\u00b7'.repeat(end - start);
  plain += digits.slice(plain.length);
  return [...plain.matchAll(RUN)].flatMap(({ 0: run, index }) =>
    inRun(run, index, plain.slice(Math.max(0, index - CONTEXT), index), isOrderCode),
  );
}

function inRun(run: string, at: number, before: string, isOrderCode: (digits: string) => boolean): Span[] {
  const pieces = [...run.matchAll(PIECE)]
    .filter(({ 0: digits }) => digits !== '%20')
    .map(({ 0: digits, index }) => ({ digits, start: at + index, end: at + index + digits.length }));
  const found: Span[] = [];
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index];
    if (!piece) break;
    const isFirst = index === 0;
    if (piece.digits.length === 16 && (isOrderCode(piece.digits) || (isFirst && AFTER_ORDER.test(before))))
      continue;
    const last = lastPiece(
      pieces.slice(index, index + 19).map(({ digits }) => digits),
      isFirst && AFTER_CARD.test(before),
    );
    if (last === undefined) continue;
    index += last;
    found.push({ start: piece.start, end: pieces[index]?.end ?? piece.end });
  }
  return found;
}

/** Returns the index of the last group of the longest card number that begins with the first group. */
function lastPiece(pieces: readonly string[], isNamed: boolean): number | undefined {
  const [first = ''] = pieces;
  const count = pieces.findIndex((piece) => piece.length > LARGEST_GROUP);
  const together = count === 0 ? 1 : count === -1 ? pieces.length : count;
  for (let last = together - 1; last >= 0; last--)
    if (isCardNumber(pieces.slice(0, last + 1).join(''), isNamed)) return last;
  return first.length > 16 && containsCardNumber(first) ? 0 : undefined;
}

/** A number with its expiry is too long for a card number or an order code. */
function containsCardNumber(digits: string): boolean {
  return [...digits].some((_, from) =>
    [15, 16].some(
      (length) => from + length <= digits.length && isCardNumber(digits.slice(from, from + length), false),
    ),
  );
}

function isCardNumber(digits: string, isNamed: boolean): boolean {
  if (digits.length < 12 || digits.length > 19 || !passesLuhnCheck(digits)) return false;
  return (
    isNamed ||
    ISSUERS.some(
      ({ starts, min, max }) => digits.length >= min && digits.length <= max && starts.test(digits),
    )
  );
}

/** Returns the length of the longest beginning with right check digits (ISO 11649), or 0. */
function referenceLength(text: string): number {
  for (let length = text.length; length > 4; length--) {
    // Only whole words can be part of it.
    if (text[length] !== undefined && text[length] !== ' ') continue;
    const code = text.slice(0, length).replaceAll(' ', '');
    const value = [...(code.slice(4) + code.slice(0, 4))].map((sign) => Number.parseInt(sign, 36)).join('');
    if (BigInt(value) % 97n === 1n) return length;
  }
  return 0;
}
