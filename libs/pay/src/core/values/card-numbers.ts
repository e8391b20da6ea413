import { passesMod97 } from './mod97.js';

/**
 * Digits with which the numbers of issuers begin, by the shortest and the longest length of these numbers.
 * `contract/vectors/card-numbers.json` has the facts.
 */
const ISSUERS = Object.entries({
  '13-19': '4 50 56-59 6',
  '14-19': '300-305 3095 36 38-39 81',
  '15-15': '1 34 37',
  '15-19': '1800 2131',
  '16-16': '1946 2221-2720 51-55 82 8600 9051 9112 9682 9792 9804 9860',
  '16-19': '2200-2205 3528-3589 9704',
}).map(([lengths, starts]) => ({ lengths: rangeOf(lengths), starts: starts.split(' ').map(rangeOf) }));
const LONGEST = 19;
/** With a word for a card in front. The shortest numbers of Maestro have 12 digits, as reference numbers have. */
const SHORTEST = 12;
/** A longer group is never part of a number in groups: reference numbers have 12 digits, order codes 16. */
const LONGEST_GROUP = 11;
/** Lengths of a card number that is searched for in longer digits, such as a number with its expiry. */
const CONTAINED = [15, 16];

/**
 * Digits, with up to three separators between them: blanks, dashes, control and invisible characters. There is no word boundary,
 * because `pan_4111…` contains a card number, too.
 */
const DIGITS = /\d+(?:(?:%20|[\s\p{Cc}\p{Cf}+./_\-\u2010-\u2015\u2212]{1,3})\d+)*/gu;
/** Skips encoded blanks, whose digits do not count. */
const GROUP = /%20|\d+/g;
/** Tokens with digits that are no card number: UUIDs, and RF references (ISO 11649) in one piece or in groups of four. */
const OTHER_TOKENS =
  /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?<![a-z\d])rf(?!00|01|99)\d{2}(?:[a-z\d]{1,21}|(?: [a-z\d]{4}){1,5}(?: [a-z\d]{1,3})?)(?![a-z\d])/gi;
const BEFORE = 40;
const CARD_WORD =
  /(?:card|(?<![a-z])(?:pan|cc)|kart[aeuęą]?|carte|carta|cart[aã]o|tarjeta|κάρτα\p{L}?)(?:[\s._[-]*(?:n(?:umber|ummer|um|o|r|°|º)|#))?[^\p{L}\p{N}]{0,4}$/iu;
/** An order code in a sentence, as a member or parameter, and in an address. `s` and `ref` are parameters of the service. */
const ORDER_WORD =
  /(?:orders?(?:[\s_-]*(?:codes?|id|number|no|nr)(?:text)?)?[^\p{L}\p{N}/]{0,4}|\/orders\/|[?&](?:s|ref)=)$/iu;
const ORDER_CODE_LENGTH = 16;

/**
 * Replaces card numbers in a text: digits in an issuer's range with a right check digit, also in groups. Order codes,
 * UUIDs and RF references stay.
 */
export function replaceCardNumbers(text: string, replacement: string): string {
  let clean = '';
  let done = 0;
  const replaceUpTo = (end: number): string =>
    text
      .slice(done, end)
      .replace(DIGITS, (run: string, at: number) =>
        replaceInRun(run, text.slice(Math.max(0, done + at - BEFORE), done + at), replacement),
      );
  for (const { 0: token, index } of text.matchAll(OTHER_TOKENS)) {
    const length = /^rf/i.test(token) ? lengthOfReference(token) : token.length;
    clean += replaceUpTo(index) + text.slice(index, index + length);
    done = index + length;
  }
  return clean + replaceUpTo(text.length);
}

/** Returns the length of the longest beginning that is an RF reference: the words after a printed one can look like its groups. */
function lengthOfReference(token: string): number {
  const groups = token.split(' ');
  for (let count = groups.length; count > 0; count--) {
    const part = groups.slice(0, count);
    if (passesMod97(part.join(''))) return part.join(' ').length;
  }
  return 0;
}

/** Checks only whole groups, so that an order code is not hidden because some of its digits could be a card number. */
function replaceInRun(run: string, before: string, replacement: string): string {
  const groups = [...run.matchAll(GROUP)]
    .filter(({ 0: part }) => part !== '%20')
    .map(({ 0: digits, index }) => ({ digits, from: index, to: index + digits.length }));
  const isAfterCardWord = CARD_WORD.test(before);
  let clean = '';
  let done = 0;
  for (let first = 0; first < groups.length; first++) {
    if (first === 0 && groups[0]?.digits.length === ORDER_CODE_LENGTH && ORDER_WORD.test(before)) continue;
    const last = endOfNumber(groups, first, first === 0 && isAfterCardWord);
    if (last === undefined) continue;
    clean += run.slice(done, groups[first]?.from) + replacement;
    done = groups[last]?.to ?? run.length;
    first = last;
  }
  return clean + run.slice(done);
}

/** Returns the last group of the longest card number that begins with a group. A shorter one can pass by chance. */
function endOfNumber(groups: readonly { digits: string }[], first: number, isNamed: boolean) {
  let digits = '';
  let end: number | undefined;
  for (let last = first; last < groups.length && digits.length < LONGEST; last++) {
    const group = groups[last]?.digits ?? '';
    const longest = Math.max(group.length, groups[first]?.digits.length ?? 0);
    if (last > first && longest > LONGEST_GROUP) break;
    digits += group;
    if (containsCardNumber(digits, first === last, isNamed)) end = last;
  }
  return end;
}

/** Returns whether digits are a card number, or contain one if they are too long for an order code. */
function containsCardNumber(digits: string, isOneGroup: boolean, isNamed: boolean): boolean {
  if (isCardNumber(digits, isNamed)) return true;
  if (!isOneGroup || digits.length <= ORDER_CODE_LENGTH) return false;
  return [...digits].some((_, from) =>
    CONTAINED.some(
      (length) => from + length <= digits.length && isCardNumber(digits.slice(from, from + length), false),
    ),
  );
}

function isCardNumber(digits: string, isNamed: boolean): boolean {
  const { length } = digits;
  if (length < SHORTEST || length > LONGEST || !passesLuhn(digits)) return false;
  return (
    isNamed ||
    ISSUERS.some(
      ({ lengths, starts }) =>
        isIn(lengths, length) &&
        starts.some((range) => isIn(range, Number(digits.slice(0, String(range[0]).length)))),
    )
  );
}

type Range = readonly [first: number, last: number];

/** Reads a range such as `51-55`, or a single number. */
function rangeOf(text: string): Range {
  const [first = '', last = first] = text.split('-');
  return [Number(first), Number(last)];
}

function isIn([first, last]: Range, value: number): boolean {
  return value >= first && value <= last;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const weighted = place % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
