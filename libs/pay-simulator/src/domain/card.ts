import { TEST_CARDS } from './contract.generated.js';
import type { Ids } from './ids.js';
import { isObject, isText } from './json-kinds.js';

/** Stored data of a card, without its number and security code. */
export interface MaskedCard {
  /** First six and last four digits: `523929XXXXXX0168`. */
  readonly number: string;
  readonly scheme: string;
  /** @see contract/behaviour/transactions.yaml enums.CardTypeId */
  readonly typeId: number;
  /** Acquirer code, such as `NET_VISA`. */
  readonly bankId: string;
  /** 40 hexadecimal characters, the same for the same card. */
  readonly uniqueReference: string;
  readonly holderName: string;
  /** Last day of the expiry month: `2030-08-31T00:00:00`. */
  readonly expirationDate: string;
}

/** Card details that a customer enters on the checkout page. */
export interface CardEntry {
  /** Card number; spaces and hyphens are ignored. */
  readonly number: string;
  /** `MM/YY` or `MM/YYYY`. */
  readonly expiry: string;
  /** Null if the card is charged without it. */
  readonly cvc: string | null;
  readonly holderName: string;
}

/** Invalid fields with messages for the customer. */
export type CardProblems = Readonly<Partial<Record<keyof CardEntry, string>>>;

/** How the issuer of a test card responds. */
export type CardBehavior = 'approve' | 'fail' | 'challenge';

const SCHEMES: Readonly<Record<string, { typeId: number; bankId: string }>> = {
  Visa: { typeId: 0, bankId: 'NET_VISA' },
  Mastercard: { typeId: 1, bankId: 'NET_MASTER' },
  'American Express': { typeId: 3, bankId: 'NET_AMEX' },
  Maestro: { typeId: 6, bankId: 'NET_MASTER' },
  Bancontact: { typeId: 5, bankId: 'NET_BNCT' },
  JCB: { typeId: 8, bankId: 'NET_JCB' },
};

/** Members without which no card can be read, with an example. */
const REQUIRED_MEMBERS = { number: '4147463011110133', expiry: '08/30', holderName: 'Jo Buyer' } as const;

/** A valid card: masked, with its issuer's behavior. */
export interface AcceptedCard {
  readonly card: MaskedCard;
  readonly behavior: CardBehavior;
}

/**
 * Validates entered card details and masks the card.
 *
 * @param now - Virtual time in milliseconds. The card must not be expired at this time.
 * @throws RangeError if a member is missing or not a string, as JavaScript allows. The message names the member.
 */
export function acceptCard(
  entry: CardEntry,
  now: number,
  ids: Ids,
): AcceptedCard | { readonly problems: CardProblems } {
  requireMembers(entry);
  const number = entry.number.replace(/[\s-]/g, '');
  const lastDay = expiryDate(entry.expiry);
  const test = TEST_CARDS.find((card) => card.number === number);
  const problems: { -readonly [field in keyof CardEntry]?: string } = {};
  if (!/^\d{12,19}$/.test(number) || !passesLuhnCheck(number)) problems.number = 'Card number is not valid';
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
  return { card, behavior: behaviorOf(test.result) };
}

/** Returns a Visa test card that the issuer approves, or declines for any amount. @param now - Virtual time in milliseconds. */
export function testCard(result: 'approve' | 'fail', now: number): CardEntry & { readonly cvc: string } {
  const card = TEST_CARDS.find((one) => one.scheme === 'Visa' && behaviorOf(one.result) === result);
  if (!card) throw new Error(`the contract has no Visa test card for ${result}`);
  const year = new Date(now).getUTCFullYear() + 3;
  return { number: card.number, expiry: `12/${year}`, cvc: '111', holderName: 'Card Holder' };
}

/** Card schemes that accept funds. @see contract/openapi/transactions.yaml transactions.fastRefund, contract/openapi/pos.yaml pos.transactions.fastRefund */
const RECEIVING_SCHEMES: ReadonlySet<string> = new Set(['Visa', 'Mastercard', 'Maestro']);

/** Returns whether funds can be sent to a card, which depends on its scheme. */
export function canReceiveFunds({ scheme }: MaskedCard): boolean {
  return RECEIVING_SCHEMES.has(scheme);
}

/** Masks a card number: first six digits, six X, last four digits. The length of the result is always 16. */
export function maskCardNumber(number: string): string {
  return `${number.slice(0, 6)}XXXXXX${number.slice(-4)}`;
}

/** Returns whether the check digit of a card number is correct. */
export function passesLuhnCheck(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number[number.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function requireMembers(entry: unknown): void {
  const members = isObject(entry) ? entry : {};
  for (const [name, example] of Object.entries(REQUIRED_MEMBERS)) {
    if (!isText(members[name])) throw new RangeError(`card.${name}: expected a string such as '${example}'`);
  }
}

/** Returns how the issuer of a test card responds. @param result - Result in the contract. */
export function behaviorOf(result: string): CardBehavior {
  if (result.startsWith('3DS challenge')) return 'challenge';
  return result.startsWith('failure') ? 'fail' : 'approve';
}

function expiryDate(text: string): Date | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/?\s*((?:20)?\d\d)$/.exec(text.trim()) ?? [];
  return month && year ? new Date(Date.UTC(2000 + (Number(year) % 100), Number(month), 0)) : undefined;
}
