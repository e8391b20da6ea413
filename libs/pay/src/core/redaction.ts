const HIDDEN = '[hidden]';
const CREDENTIAL = /\b(Basic|Bearer)\s+[A-Za-z0-9+/=._~-]+/gi;
const JWT = /\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]+\.?[A-Za-z0-9_-]*/g;
/** Digits with at most one separator between two of them. Not bounded by words: `pan_4111…` holds one as well. */
const DIGITS = /\d+(?:[ \u00a0./_-]\d+)*/g;
/** Digits of other scripts, full-width and Arabic: a card number in them is one as well. */
const OTHER_DIGITS = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g;
const GROUP = /\d+/g;
const MAX_LENGTH = 500;

/** Takes secrets out of a text that may be logged or shown. */
export type Redactor = (text: string) => string;

/** A redactor that knows the client's own secrets, and what tokens and card numbers look like. */
export function createRedactor(secrets: readonly (string | undefined)[]): Redactor {
  // Longest first: one secret may contain another. Very short ones would eat ordinary words.
  const known = secrets
    .filter((secret): secret is string => typeof secret === 'string' && secret.length >= 4)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text.replace(OTHER_DIGITS, asciiDigit);
    for (const secret of known) clean = clean.replaceAll(secret, HIDDEN);
    clean = clean.replace(CREDENTIAL, `$1 ${HIDDEN}`).replace(JWT, HIDDEN).replace(DIGITS, hideCardNumbers);
    return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH)}…` : clean;
  };
}

/** The same redactor, which also hides what one call signs in with, alone and in the forms in which it is echoed. */
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
 * Hides the card numbers among digits: one group, or groups that follow each other (`4111 1111 1111 1111`). Looks at whole
 * groups only, so that an order code is not taken for a card because some of its digits could be one.
 */
function hideCardNumbers(run: string): string {
  const groups = [...run.matchAll(GROUP)].map(({ 0: digits, index }) => ({
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
      if (!holdsCardNumber(digits, first === last)) continue;
      clean += run.slice(done, groups[first]?.from) + HIDDEN;
      done = groups[last]?.to ?? run.length;
      first = last;
      break;
    }
  }
  return clean + run.slice(done);
}

/** Whether the digits are a card number, or hold one when they are too many for an order code (an expiry, `%22` run into it). */
function holdsCardNumber(digits: string, isOneGroup: boolean): boolean {
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

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const weighted = place % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
