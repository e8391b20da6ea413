import { TEST_CARDS } from '../domain/contract.generated.js';
import type { CardEntry } from '../domain/card.js';
import type { TerminalBehaviour } from '../domain/card-terminals.js';
import type { Services } from '../wiring/services.js';

const MINUTE_MS = 60_000;
const CUSTOMERS = ['pays', 'waits'] as const;
const UNREACHABLE = ['not-connected', 'silent'] as const;

/** An action at a terminal. */
export interface TerminalAction {
  /** Path after the terminal's address. */
  readonly key: string;
  /** Whether the action responds to the session on the screen. The session must still be active then. */
  readonly answers: boolean;
  readonly run: (terminalId: string, form: URLSearchParams) => unknown;
}

/** Lists the actions at a terminal. The called services validate the input. */
export function terminalActions({ cardTerminals, clock }: Services): readonly TerminalAction[] {
  return [
    {
      key: '/card',
      answers: true,
      run: (terminalId, form) =>
        cardTerminals.insertCard(terminalId, cardEntry(form.get('number') ?? '', clock.now())),
    },
    {
      key: '/decline',
      answers: true,
      run: (terminalId, form) =>
        cardTerminals.decline(terminalId, {
          ...(form.has('reason') && { declineWith: wholeNumber(form, 'reason') }),
          tryAgain: form.get('again') === 'yes',
        }),
    },
    { key: '/cancel', answers: true, run: (terminalId) => cardTerminals.cancel(terminalId) },
    { key: '/walk-away', answers: true, run: (terminalId) => cardTerminals.walkAway(terminalId) },
    { key: '/minute', answers: false, run: () => clock.advance(MINUTE_MS) },
    {
      key: '/power',
      answers: false,
      run: (terminalId, form) => cardTerminals.save({ terminalId, offline: form.get('offline') === 'yes' }),
    },
    {
      key: '/customers',
      answers: false,
      run: (_terminalId, form) =>
        cardTerminals.configure({ customer: oneOf(form, 'customer', CUSTOMERS) }, 'outside'),
    },
  ];
}

/** Reads the settings of customers and terminals. @throws RangeError if a field is invalid. The message names the field. */
export function readBehaviour(form: URLSearchParams): TerminalBehaviour {
  return {
    customer: oneOf(form, 'customer', CUSTOMERS),
    customerDelayMs: wholeNumber(form, 'customerDelayMs'),
    unreachable: oneOf(form, 'unreachable', UNREACHABLE),
    saveDelayMs: wholeNumber(form, 'saveDelayMs'),
  };
}

/** Returns the card data for a test card number. An unknown number is rejected later. */
function cardEntry(number: string, now: number): CardEntry {
  const cvv = TEST_CARDS.find((card) => card.number === number)?.cvv;
  const year = new Date(now).getUTCFullYear() + 3;
  return {
    number,
    expiry: `12/${year}`,
    cvc: cvv === 'any 4 digits' ? '1111' : '111',
    holderName: 'Card Holder',
  };
}

function oneOf<Value extends string>(form: URLSearchParams, name: string, values: readonly Value[]): Value {
  const value = values.find((one) => one === form.get(name));
  if (value === undefined) throw new RangeError(`${name}: expected one of ${values.join(', ')}`);
  return value;
}

function wholeNumber(form: URLSearchParams, name: string): number {
  const text = (form.get(name) ?? '').trim();
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`${name}: expected a whole number`);
  return Number(text);
}
