import { findCardNumbers } from './card-numbers.js';

const VALUE = String.raw`"(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|[^\s,}\]]+`;
const WHOLE_NAMES = 'key|cvv2?|cvc|pan|otp|(?:card)?number';
/** A lookahead is not tried again, so that a long text takes linear time. */
const HAS_SECRET = '(?=[^"&=?]*(?:token|secret|password|apikey))';
const MEMBER = String.raw`(?<before>"(?<member>${HAS_SECRET}[^"&=]*|${WHOLE_NAMES})"\s*:\s*)(?<value>${VALUE})`;
const PARAMETER = String.raw`(?<assigned>(?:^|[?&])(?<parameter>${HAS_SECRET}[^"&=?]*|${WHOLE_NAMES})=)[^&\s"]*`;
const SECRET = new RegExp(`${MEMBER}|${PARAMETER}`, 'gi');
const MASKED_CARD = /^"\d{6}[X*]+\d{4}"$/;

/** Part of a text: plain text, or the name of a secret in its place. */
export type TextPart = string | { readonly secret: string };

/**
 * Splits a body or an address at its tokens, keys, passwords and card numbers. It works on the text, which may be truncated.
 *
 * @param isOrderCode - Whether digits are an order code, which can look like a card number.
 */
export function splitAtSecrets(
  text: string,
  isOrderCode: (digits: string) => boolean = () => false,
): readonly TextPart[] {
  const cards = findCardNumbers(text, isOrderCode).map((span) => ({
    ...span,
    secret: 'cardNumber',
    quote: '',
  }));
  const members = [...text.matchAll(SECRET)].flatMap(({ 0: whole, index, groups = {} }) => {
    const { before, member, value, assigned, parameter } = groups;
    if (value !== undefined && (MASKED_CARD.test(value) || value === 'null')) return [];
    const quote = value?.startsWith('"') === true ? '"' : '';
    const start = index + (before ?? assigned ?? '').length + quote.length;
    return [{ start, end: index + whole.length, secret: member ?? parameter ?? '', quote }];
  });
  const parts: TextPart[] = [];
  let end = 0;
  for (const found of [...cards, ...members].sort((a, b) => a.start - b.start)) {
    // A card number within the value of a member.
    if (found.start < end) continue;
    parts.push(text.slice(end, found.start), { secret: found.secret }, found.quote);
    end = found.end;
  }
  return [...parts, text.slice(end)];
}

/** Hides tokens, keys, passwords and card numbers in a body or an address. */
export function hideSecrets(text: string, isOrderCode?: (digits: string) => boolean): string {
  return splitAtSecrets(text, isOrderCode)
    .map((part) => (typeof part === 'string' ? part : '(hidden)'))
    .join('');
}
