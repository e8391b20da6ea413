const HIDDEN = '[hidden]';
const CREDENTIAL = /\b(Basic|Bearer)\s+[A-Za-z0-9+/=._~-]+/gi;
const JWT = /\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]+\.?[A-Za-z0-9_-]*/g;
const CARD_NUMBER = /\b[2-6](?:[ -]?\d){12,18}\b/g;
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
    let clean = text;
    for (const secret of known) clean = clean.replaceAll(secret, HIDDEN);
    clean = clean
      .replace(CREDENTIAL, `$1 ${HIDDEN}`)
      .replace(JWT, HIDDEN)
      .replace(CARD_NUMBER, (digits) => (passesLuhn(digits.replace(/\D/g, '')) ? HIDDEN : digits));
    return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH)}…` : clean;
  };
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
