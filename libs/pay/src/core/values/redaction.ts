import { replaceCardNumbers } from './card-numbers.js';
import { passesMod97 } from './mod97.js';
import { printableText } from './printable-text.js';

const HIDDEN = '[hidden]';
const CREDENTIAL = /\b(Basic|Bearer)\s+[A-Za-z0-9+/=._~-]+/gi;
/** Matches only at the start of a run of letters, so that a long text takes linear time. */
const JWT = /(?<![\w-])(?=[\w-]+\.[\w-])([\w-]*?)\beyJ[\w-]{5,}\.[\w-]+\.?[\w-]*/g;
/** Full-width and Arabic digits, which can form card numbers, too. */
const OTHER_DIGITS = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g;
/** In an address: `postgres://pay:secret@db`. */
const USER_INFO = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@]{1,300}@/gi;
const MAX_LENGTH = 500;
/** Bounded, so that a long text without an @ costs little. */
const EMAIL = /[\w.!#$%'*+^{|}~-]{1,64}(?:@|%40)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+/gi;
/** In one piece, or in groups as it is printed. RF begins a creditor reference (ISO 11649), which has the same check digits. */
const IBAN =
  /(?<![a-z0-9])(?!rf)[a-z]{2}\d{2}(?:[a-z0-9]{11,30}|(?:[ \u00a0][A-Z0-9]{1,4}){3,8})(?![a-z0-9])/gi;

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
  const clean = text
    .replace(OTHER_DIGITS, asciiDigit)
    .replace(USER_INFO, `$1${HIDDEN}@`)
    .replace(CREDENTIAL, `$1 ${HIDDEN}`)
    .replace(JWT, `$1${HIDDEN}`)
    .replace(EMAIL, HIDDEN)
    // Before card numbers: an IBAN's digits may look like one.
    .replace(IBAN, hideIban);
  return replaceCardNumbers(clean, HIDDEN);
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

/** Hides the longest prefix that is an IBAN: the words after a printed IBAN can look like its groups. */
function hideIban(run: string): string {
  const groups = run.split(/[ \u00a0]/);
  for (let count = groups.length; count > 0; count--) {
    const isIban = count === 1 || count > 3;
    const end = groups.slice(0, count).join(' ').length;
    const iban = groups.slice(0, count).join('');
    if (isIban && iban.length >= 15 && iban.length <= 34 && passesMod97(iban)) return HIDDEN + run.slice(end);
  }
  return run;
}
