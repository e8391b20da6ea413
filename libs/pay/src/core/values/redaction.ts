import { printableText } from './printable-text.js';

const HIDDEN = '[hidden]';
const CREDENTIAL = /\b(Basic|Bearer)\s+[A-Za-z0-9+/=._~-]+/gi;
/** Matches only at the start of a run of letters, so that a long text takes linear time. */
const JWT = /(?<![\w-])(?=[\w-]+\.[\w-])([\w-]*?)\beyJ[\w-]{5,}\.[\w-]+\.?[\w-]*/g;
/**
 * Digits, with up to three separators between them: blanks of any width, dashes, control characters. There is no word boundary,
 * because `pan_4111…` contains a card number, too.
 */
const DIGITS =
  /\d+(?:(?:%20|[ \p{Cc}\p{Bidi_Control}\u00a0\u2000-\u200d\u2028\u2029\u202f\u205f\u3000+./_\-\u2010-\u2015\u2212]{1,3})\d+)*/gu;
/** Full-width and Arabic digits, which can form card numbers, too. */
const OTHER_DIGITS = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g;
/** Skips encoded blanks, whose digits do not count. */
const GROUP = /%20|\d+/g;
/** In an address: `postgres://pay:secret@db`. */
const USER_INFO = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@]{1,300}@/gi;
const MAX_LENGTH = 500;
/** Bounded, so that a long text without an @ costs little. */
const EMAIL = /[\w.!#$%'*+^{|}~-]{1,64}(?:@|%40)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+/gi;
/** In one piece, or in groups as it is printed. */
const IBAN = /(?<![a-z0-9])[a-z]{2}\d{2}(?:[a-z0-9]{11,30}|(?:[ \u00a0][A-Z0-9]{1,4}){3,8})(?![a-z0-9])/gi;

/** Removes secrets from a text that may be logged or shown. */
export type Redactor = (text: string) => string;

/**
 * Creates a redactor that hides the client's own secrets and everything that looks like a token, a card number, an IBAN or an
 * email address. It also escapes control characters: most texts that it gets are the service's.
 */
export function createRedactor(secrets: readonly (string | undefined)[]): Redactor {
  // Longest first, because one secret may contain another. Very short secrets would match ordinary words.
  const known = secrets
    .filter((secret): secret is string => typeof secret === 'string' && secret.length >= 4)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text.replace(OTHER_DIGITS, asciiDigit);
    for (const secret of known) clean = clean.replaceAll(secret, HIDDEN);
    // Escaped last: an escape between two digits would hide a card number from the redaction.
    clean = loggableText(clean);
    return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH)}…` : clean;
  };
}

/** Hides secrets in a text from outside and escapes its control characters, for logs, messages and terminals. */
export function loggableText(text: string): string {
  return printableText(hideSecrets(text));
}

/** Hides text that looks like a secret: tokens, passwords in addresses, card numbers, IBANs, email addresses. */
export function hideSecrets(text: string): string {
  return (
    text
      .replace(USER_INFO, `$1${HIDDEN}@`)
      .replace(CREDENTIAL, `$1 ${HIDDEN}`)
      .replace(JWT, `$1${HIDDEN}`)
      .replace(EMAIL, HIDDEN)
      // Before card numbers: an IBAN's digits may look like one.
      .replace(IBAN, hideIban)
      .replace(DIGITS, hideCardNumbers)
  );
}

/** Extends a redactor to hide the Authorization header of one call, also in the forms in which the service may echo it. */
export function alsoHiding(redact: Redactor, authorization: string | undefined): Redactor {
  const value = authorization?.slice(authorization.indexOf(' ') + 1);
  if (value === undefined || value === '') return redact;
  const bare = value.replace(/=+$/, '');
  const forms = [value, bare, encodeURIComponent(value), encodeURIComponent(bare)];
  const urlSafe = bare.replaceAll('+', '-').replaceAll('/', '_');
  return (text) => redact([...forms, urlSafe].reduce((clean, form) => clean.replaceAll(form, HIDDEN), text));
}

/** The last four bits of these digits are their value. */
const asciiDigit = (digit: string): string => String(digit.charCodeAt(0) & 0xf);

/**
 * Hides card numbers in one group of digits, or in several consecutive groups (`4111 1111 1111 1111`). Checks only whole groups,
 * so that an order code is not hidden because some of its digits could be a card number.
 */
function hideCardNumbers(run: string): string {
  const all = [...run.matchAll(GROUP)].filter(({ 0: part }) => part !== '%20');
  const groups = all.map(({ 0: digits, index }) => ({
    digits,
    from: index,
    to: index + digits.length,
  }));
  let clean = '';
  let done = 0;
  for (let first = 0; first < groups.length; first++) {
    let digits = '';
    for (let last = first; last < groups.length && digits.length < 19; last++) {
      digits += groups[last]?.digits ?? '';
      if (!containsCardNumber(digits, first === last)) continue;
      clean += run.slice(done, groups[first]?.from) + HIDDEN;
      done = groups[last]?.to ?? run.length;
      first = last;
      break;
    }
  }
  return clean + run.slice(done);
}

/** Returns whether digits are a card number, or contain one if they are too long for an order code. */
function containsCardNumber(digits: string, isOneGroup: boolean): boolean {
  if (digits.length < 13) return false;
  if (digits.length <= 19 && /^[2-6]/.test(digits) && passesLuhn(digits)) return true;
  if (!isOneGroup || digits.length <= 16) return false;
  return [...digits].some((_, from) =>
    [15, 16].some((length) => isCardNumber(digits.slice(from, from + length), length)),
  );
}

function isCardNumber(digits: string, length: number): boolean {
  return digits.length === length && /^[2-6]/.test(digits) && passesLuhn(digits);
}

/** Hides the longest prefix that is an IBAN: the words after a printed IBAN can look like its groups. */
function hideIban(run: string): string {
  const groups = run.split(/[ \u00a0]/);
  for (let count = groups.length; count > 0; count--) {
    const isIban = count === 1 || count > 3;
    const end = groups.slice(0, count).join(' ').length;
    if (isIban && passesMod97(groups.slice(0, count).join(''))) return HIDDEN + run.slice(end);
  }
  return run;
}

/** ISO 13616: with the first four characters at the end and letters as 10 to 35, the remainder of 97 is 1. */
function passesMod97(iban: string): boolean {
  if (iban.length < 15 || iban.length > 34) return false;
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
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
