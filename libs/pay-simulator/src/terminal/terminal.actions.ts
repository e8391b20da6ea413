import { testCard, type CardEntry } from '../domain/card.js';
import type { TerminalBehavior } from '../domain/card-terminals.js';
import { securityCodeOf, testCardOf } from '../domain/test-cards.js';
import { formInteger } from '../http/page.js';
import type { AccountServices } from '../services/merchant-services.js';

const MINUTE_MS = 60_000;
const CUSTOMERS = ['pays', 'waits'] as const;
const FISCAL_FAULTS = ['none', 'not-fiscalised', 'unexpected-error'] as const;
const UNREACHABLE = ['not-connected', 'silent'] as const;

const AUTONOMOUS_SALE = {
  amount: 1_000,
  tipAmount: 0,
  installments: 0,
  merchantReference: null,
  customerTrns: null,
  parentSessionId: null,
  interappCallback: null,
  showTransactionResult: true,
  showReceipt: true,
  skipSurcharge: false,
};

/** An action at a terminal. */
export interface TerminalAction {
  /** Path after the terminal's path. */
  readonly path: string;
  /** Whether the action needs an active session on the screen. */
  readonly needsSession: boolean;
  readonly run: (services: AccountServices, terminalId: string, form: URLSearchParams) => unknown;
}

type Run = TerminalAction['run'];
const action = (path: string, run: Run): TerminalAction => ({ path, needsSession: false, run });
const sessionAction = (path: string, run: Run): TerminalAction => ({ path, needsSession: true, run });

/** Actions at a terminal. The called services validate the input. */
export const TERMINAL_ACTIONS: readonly TerminalAction[] = [
  sessionAction('/card', ({ cardTerminals, clock }, terminalId, form) =>
    cardTerminals.insertCard(terminalId, cardEntry(form.get('number') ?? '', clock.now())),
  ),
  sessionAction('/decline', ({ cardTerminals }, terminalId, form) =>
    cardTerminals.decline(terminalId, {
      ...(form.has('reason') && { declineWith: formInteger(form, 'reason') }),
      tryAgain: form.get('again') === 'yes',
    }),
  ),
  action('/autonomous', ({ account, cardTerminals }, terminalId) =>
    cardTerminals.sellAutonomously({ ...AUTONOMOUS_SALE, terminalId, currencyCode: account.currencyCode }),
  ),
  action('/preloaded', ({ cardTerminals }, _terminalId, form) =>
    cardTerminals.startPreloaded(form.get('sale') ?? ''),
  ),
  sessionAction('/cancel', ({ cardTerminals }, terminalId) => cardTerminals.cancel(terminalId)),
  sessionAction('/walk-away', ({ cardTerminals }, terminalId) => cardTerminals.walkAway(terminalId)),
  action('/minute', ({ clock }) => clock.advance(MINUTE_MS)),
  action('/power', ({ cardTerminals }, terminalId, form) =>
    cardTerminals.save({ terminalId, offline: form.get('offline') === 'yes' }),
  ),
  action('/name', ({ cardTerminals }, terminalId, form) =>
    cardTerminals.save({ terminalId, name: (form.get('name') ?? '').trim() }),
  ),
  action('/customers', ({ cardTerminals }, _terminalId, form) =>
    cardTerminals.configure({ customer: oneOf(form, 'customer', CUSTOMERS) }, 'outside'),
  ),
];

/** Reads the settings of customers and terminals. @throws RangeError if a field is invalid. The message names the field. */
export function readBehavior(form: URLSearchParams): Partial<TerminalBehavior> {
  return {
    customer: oneOf(form, 'customer', CUSTOMERS),
    customerDelayMs: formInteger(form, 'customerDelayMs'),
    unreachable: oneOf(form, 'unreachable', UNREACHABLE),
    saveDelayMs: formInteger(form, 'saveDelayMs'),
    reachDelayMs: formInteger(form, 'reachDelayMs'),
    ...(form.has('fiscalFault') && {
      signatureLifetimeMs: formInteger(form, 'signatureLifetimeMs'),
      fiscalFault: oneOf(form, 'fiscalFault', FISCAL_FAULTS),
    }),
  };
}

/** Returns the card data for a test card number. An unknown number is rejected later. */
function cardEntry(number: string, now: number): CardEntry {
  const card = testCardOf(number);
  return { ...testCard('approve', now), number, ...(card && { cvc: securityCodeOf(card) }) };
}

function oneOf<Value extends string>(form: URLSearchParams, name: string, values: readonly Value[]): Value {
  const value = values.find((one) => one === form.get(name));
  if (value === undefined) throw new RangeError(`${name}: expected one of ${values.join(', ')}`);
  return value;
}
