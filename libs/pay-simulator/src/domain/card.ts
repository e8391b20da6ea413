import { TEST_CARDS } from './contract.generated.js';
import type { Ids } from './ids.js';

/** What is kept of a card: never its number or its security code. */
export interface MaskedCard {
  /** First six and last four digits: `523929XXXXXX0168`. */
  readonly number: string;
  readonly scheme: string;
  /** @see contract/transactions.json enums.CardTypeId */
  readonly typeId: number;
  /** Acquirer code, such as `NET_VISA`. */
  readonly bankId: string;
  /** 40 hexadecimal characters, the same for the same card. */
  readonly uniqueReference: string;
  readonly holderName: string;
  /** Last day of the expiry month: `2030-08-31T00:00:00`. */
  readonly expirationDate: string;
}

/** What a customer types on the hosted page. */
export interface CardEntry {
  /** Card number; spaces and hyphens are ignored. */
  readonly number: string;
  /** `MM/YY` or `MM/YYYY`. */
  readonly expiry: string;
  /** Null where the card is charged without it. */
  readonly cvc: string | null;
  readonly holderName: string;
}

/** What is wrong with a field, in words for the customer. */
export type CardProblems = Readonly<Partial<Record<keyof CardEntry, string>>>;

/** What the issuer of a test card does. */
export type CardBehaviour = 'approve' | 'fail' | 'challenge';

const SCHEMES: Readonly<Record<string, { typeId: number; bankId: string }>> = {
  Visa: { typeId: 0, bankId: 'NET_VISA' },
  Mastercard: { typeId: 1, bankId: 'NET_MASTER' },
  'American Express': { typeId: 3, bankId: 'NET_AMEX' },
  Maestro: { typeId: 6, bankId: 'NET_MASTER' },
  Bancontact: { typeId: 5, bankId: 'NET_BNCT' },
  JCB: { typeId: 8, bankId: 'NET_JCB' },
};

/** A card that passed the page's checks: masked, with how its issuer behaves. */
export interface AcceptedCard {
  readonly card: MaskedCard;
  readonly behaviour: CardBehaviour;
}

/**
 * Checks a typed card and masks it.
 *
 * @param now virtual time in milliseconds: the card must not have expired by then.
 */
export function acceptCard(
  entry: CardEntry,
  now: number,
  ids: Ids,
): AcceptedCard | { readonly problems: CardProblems } {
  const number = entry.number.replace(/[\s-]/g, '');
  const lastDay = expiryDate(entry.expiry);
  const test = TEST_CARDS.find((card) => card.number === number);
  const problems: { -readonly [field in keyof CardEntry]?: string } = {};
  if (!/^\d{12,19}$/.test(number) || !luhn(number)) problems.number = 'Card number is not valid';
  else if (!test)
    problems.number = 'Only the test cards of the documentation work here: never type a real card';
  if (!lastDay) problems.expiry = 'Expiry must be a month and a year, such as 08/30';
  else if (lastDay.getTime() + 86_400_000 <= now) problems.expiry = 'Card has expired';
  const cvcDigits = test?.cvv === 'none' ? 0 : test?.scheme === 'American Express' ? 4 : 3;
  if (cvcDigits > 0 && entry.cvc !== null && !new RegExp(`^\\d{${cvcDigits}}$`).test(entry.cvc))
    problems.cvc = `Security code must have ${cvcDigits} digits`;
  if (entry.holderName.trim() === '') problems.holderName = 'Name on the card is missing';
  if (Object.keys(problems).length > 0 || !test || !lastDay) return { problems };
  const { typeId, bankId } = SCHEMES[test.scheme] ?? { typeId: 5, bankId: 'NET_OTHER' };
  const card: MaskedCard = {
    number: maskCardNumber(number),
    scheme: test.scheme,
    typeId,
    bankId,
    uniqueReference: ids.fingerprint(number),
    holderName: entry.holderName.trim().slice(0, 100),
    expirationDate: lastDay.toISOString().slice(0, 19),
  };
  return { card, behaviour: behaviourOf(test.result) };
}

/** A Visa test card that the issuer approves, or declines whatever the amount. @param now virtual time in milliseconds. */
export function testCard(result: 'approve' | 'fail', now: number): CardEntry & { readonly cvc: string } {
  const card = TEST_CARDS.find((one) => one.scheme === 'Visa' && behaviourOf(one.result) === result);
  if (!card) throw new Error(`the contract has no Visa test card for ${result}`);
  const year = new Date(now).getUTCFullYear() + 3;
  return { number: card.number, expiry: `12/${year}`, cvc: '111', holderName: 'Card Holder' };
}

/** First six and last four digits of a card number, six X between, whatever its length. */
export function maskCardNumber(number: string): string {
  return `${number.slice(0, 6)}XXXXXX${number.slice(-4)}`;
}

/** Whether the check digit of a card number is right. */
export function luhn(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number[number.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function behaviourOf(result: string): CardBehaviour {
  if (result.startsWith('3DS challenge')) return 'challenge';
  return result.startsWith('failure') ? 'fail' : 'approve';
}

function expiryDate(text: string): Date | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/?\s*((?:20)?\d\d)$/.exec(text.trim()) ?? [];
  return month && year ? new Date(Date.UTC(2000 + (Number(year) % 100), Number(month), 0)) : undefined;
}
