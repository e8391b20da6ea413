import { TEST_CARDS } from '../domain/contract.generated.js';
import type { CardEntry } from '../domain/card.js';
import type { TerminalBehaviour } from '../domain/card-terminals.js';
import type { Services } from '../wiring/services.js';

const MINUTE_MS = 60_000;
const CUSTOMERS = ['pays', 'waits'] as const;
const UNREACHABLE = ['not-connected', 'silent'] as const;

/** Something that a person does at a terminal. */
export interface TerminalAction {
  /** What follows the terminal's address. */
  readonly key: string;
  /** Whether it answers the request on the screen: then that one must still be there. */
  readonly answers: boolean;
  readonly run: (terminalId: string, form: URLSearchParams) => unknown;
}

/** Everything that can be done at a terminal. What it takes is checked by the part that it is handed to. */
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

/** How customers and terminals are to behave. @throws RangeError naming the field that is wrong. */
export function readBehaviour(form: URLSearchParams): TerminalBehaviour {
  return {
    customer: oneOf(form, 'customer', CUSTOMERS),
    customerDelayMs: wholeNumber(form, 'customerDelayMs'),
    unreachable: oneOf(form, 'unreachable', UNREACHABLE),
    saveDelayMs: wholeNumber(form, 'saveDelayMs'),
  };
}

/** What a test card would say of itself; an unknown number is left to be refused. */
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
