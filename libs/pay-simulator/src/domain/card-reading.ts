import type { MaskedCard } from './card.js';

/** How a terminal read a card. */
export interface CardReading {
  /** Eight digits. */
  readonly terminalId: string;
  /** @see contract/behaviour/pos.yaml enums.PanEntryMode */
  readonly panEntryMode: string;
  readonly aid: string | null;
  readonly applicationLabel: string | null;
}

/** Terminal number of online payments. */
const ONLINE_TERMINAL = 90_000_000;
const KEYED = '01';
const CONTACTLESS = '07';

/** EMV application of each scheme (inferred, except Mastercard). */
const APPLICATIONS: Readonly<Record<string, { readonly aid: string; readonly label: string }>> = {
  Visa: { aid: 'A0000000031010', label: 'VISA' },
  Mastercard: { aid: 'A0000000041010', label: 'MASTERCARD' },
  Maestro: { aid: 'A0000000043060', label: 'MAESTRO' },
  'American Express': { aid: 'A000000025010801', label: 'AMERICAN EXPRESS' },
};

/** Creates the reading of a contactless card at a terminal. */
export function readAt(terminalId: string, { scheme }: MaskedCard): CardReading {
  const { aid, label } = APPLICATIONS[scheme] ?? { aid: null, label: null };
  return { terminalId, panEntryMode: CONTACTLESS, aid, applicationLabel: label };
}

/** Returns the terminal of a transaction as a number. All online transactions have the same number. */
export function terminalNumber(reading: CardReading | undefined): number {
  return reading === undefined ? ONLINE_TERMINAL : Number(reading.terminalId);
}

/** Returns how the card number was entered, or null without a card. */
export function panEntryMode(card: MaskedCard | null, reading: CardReading | undefined): string | null {
  return card && (reading?.panEntryMode ?? KEYED);
}
