import { behaviorOf, type CardBehavior, type CardEntry } from './card.js';
import { TEST_CARDS } from './contract.generated.js';

/** A test card of the service. */
export type TestCard = (typeof TEST_CARDS)[number];

const NAME_ENDINGS: Readonly<Record<CardBehavior, string>> = {
  approve: '',
  fail: '-declined',
  challenge: '-challenge',
};

const nameOf = ({ scheme, result }: TestCard): string =>
  scheme.toLowerCase().replaceAll(' ', '-') + NAME_ENDINGS[behaviorOf(result)];

/** Names of the test cards that need no challenge, such as `visa-declined`. */
const NAMES = [...new Set(TEST_CARDS.map(nameOf))].filter((name) => !name.endsWith(NAME_ENDINGS.challenge));

/** Returns a test card by its number. Blanks and hyphens are ignored. */
export function testCardOf(number: string): TestCard | undefined {
  const digits = number.replace(/[\s-]/g, '');
  return TEST_CARDS.find((card) => card.number === digits);
}

/**
 * Returns the number and the security code of a test card.
 *
 * @param card - Name such as `visa-declined`, or number.
 * @throws RangeError without the card, because it can be a real one.
 */
export function readTestCard(card: string): Pick<CardEntry, 'number' | 'cvc'> {
  const found = testCardOf(card) ?? TEST_CARDS.find((one) => nameOf(one) === card);
  if (!found) throw new RangeError(`card: expected the number of a test card, or one of ${NAMES.join(', ')}`);
  return { number: found.number, cvc: securityCodeOf(found) };
}

/** Returns a security code that the issuer of a test card accepts. */
export function securityCodeOf({ cvv }: TestCard): string {
  if (/^\d+$/.test(cvv)) return cvv;
  return cvv === 'any 4 digits' ? '1111' : '111';
}
