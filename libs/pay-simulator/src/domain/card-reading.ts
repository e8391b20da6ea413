import type { MaskedCard } from './card.js';

/** How a card was read at a terminal. */
export interface CardReading {
  /** Eight digits. */
  readonly terminalId: string;
  /** @see contract/pos.json enums.PanEntryMode */
  readonly panEntryMode: string;
  readonly aid: string | null;
  readonly applicationLabel: string | null;
}

/** Terminal number of every online payment. */
const ONLINE_TERMINAL = 90_000_000;
const KEYED = '01';
const CONTACTLESS = '07';

/** EMV application of a scheme (inferred for all but Mastercard). */
const APPLICATIONS: Readonly<Record<string, { readonly aid: string; readonly label: string }>> = {
  Visa: { aid: 'A0000000031010', label: 'VISA' },
  Mastercard: { aid: 'A0000000041010', label: 'MASTERCARD' },
  Maestro: { aid: 'A0000000043060', label: 'MAESTRO' },
  'American Express': { aid: 'A000000025010801', label: 'AMERICAN EXPRESS' },
};

/** A card held to a terminal. */
export function readAt(terminalId: string, { scheme }: MaskedCard): CardReading {
  const application = APPLICATIONS[scheme];
  return {
    terminalId,
    panEntryMode: CONTACTLESS,
    aid: application?.aid ?? null,
    applicationLabel: application?.label ?? null,
  };
}

/** The terminal of a transaction as a number: every one that is not at a terminal has the same. */
export function terminalNumber(reading: CardReading | undefined): number {
  return reading === undefined ? ONLINE_TERMINAL : Number(reading.terminalId);
}

/** How the number of a transaction's card was read; null where it has no card. */
export function panEntryMode(card: MaskedCard | null, reading: CardReading | undefined): string | null {
  return card && (reading?.panEntryMode ?? KEYED);
}
