import { passesLuhnCheck } from '../domain/card.js';

const VALUE = String.raw`"(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|[^\s,}\]]+`;
const WHOLE_NAMES = 'key|cvv2?|cvc|pan|otp|(?:card)?number';
/** A lookahead is not tried again, so that a long text takes linear time. */
const HAS_SECRET = '(?=[^"&=?]*(?:token|secret|password|apikey))';
const MEMBER = String.raw`(?<before>"(?<member>${HAS_SECRET}[^"&=]*|${WHOLE_NAMES})"\s*:\s*)(?<value>${VALUE})`;
const PARAMETER = String.raw`(?<assigned>(?:^|[?&])(?<parameter>${HAS_SECRET}[^"&=?]*|${WHOLE_NAMES})=)[^&\s"]*`;
const DIGITS = String.raw`(?<digits>(?<!\d)[2-6](?:[ -]?\d){12,18}(?!\d))`;
const SECRET = new RegExp(`${MEMBER}|${PARAMETER}|${DIGITS}`, 'gi');
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
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: whole, index, groups = {} } of text.matchAll(SECRET)) {
    const { before, member, value, assigned, parameter, digits } = groups;
    if (digits === undefined) {
      if (value !== undefined && (MASKED_CARD.test(value) || value === 'null')) continue;
    } else if (
      isOrderCode(digits) ||
      !passesLuhnCheck(digits.replace(/\D/g, '')) ||
      /(?:order_?code"?\s*[:=]\s*"?|\/orders\/|[?&]ref=)$/i.test(text.slice(Math.max(0, index - 20), index))
    )
      continue;
    const quote = value?.startsWith('"') === true ? '"' : '';
    const name = { secret: member ?? parameter ?? 'cardNumber' };
    parts.push(text.slice(end, index) + (before ?? assigned ?? '') + quote, name, quote);
    end = index + whole.length;
  }
  return [...parts, text.slice(end)];
}

/** Hides tokens, keys, passwords and card numbers in a body or an address. */
export function hideSecrets(text: string, isOrderCode?: (digits: string) => boolean): string {
  return splitAtSecrets(text, isOrderCode)
    .map((part) => (typeof part === 'string' ? part : '(hidden)'))
    .join('');
}
