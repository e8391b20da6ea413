const VALUE = String.raw`"(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|[^\s,}\]]+`;
const NAME = '[^"&=?]*(?:token|secret|password|apikey)[^"&=]*|key|cvv2?|cvc|pan|otp|(?:card)?number';
const MEMBER = new RegExp(String.raw`("(?:${NAME})"\s*:\s*)(${VALUE})`, 'gi');
const PARAMETER = new RegExp(`((?:^|[?&])(?:${NAME})=)[^&\\s]*`, 'gi');
const DIGITS = /(?<!\d)[2-6](?:[ -]?\d){12,18}(?!\d)/g;
const MASKED_CARD = /^"\d{6}[X*]+\d{4}"$/;

/**
 * Hides tokens, keys, passwords and card numbers in a body or an address. It works on the text, which may be truncated.
 *
 * @param isOrderCode - Whether digits are an order code, which can look like a card number.
 */
export function hideSecrets(text: string, isOrderCode: (digits: string) => boolean = () => false): string {
  return text
    .replace(MEMBER, (whole, name: string, value: string) =>
      MASKED_CARD.test(value) || value === 'null' ? whole : `${name}"(hidden)"`,
    )
    .replace(PARAMETER, '$1(hidden)')
    .replace(DIGITS, (digits, at: number, all: string) =>
      isOrderCode(digits) ||
      !isCardNumber(digits) ||
      /order_?code"?\s*[:=]\s*"?$/i.test(all.slice(Math.max(0, at - 20), at))
        ? digits
        : '(hidden)',
    );
}

/** Checks the Luhn digit. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '').split('').reverse();
  const sum = digits.reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
