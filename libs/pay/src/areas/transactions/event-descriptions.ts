import type { PayEventId } from '../coded-values.generated.js';
import { EVENT_DESCRIPTIONS } from '../event-descriptions.generated.js';
import type { EventDescriptions } from '../event-descriptions.generated.js';

/** Description of an event ID. */
export interface PayEventDescription {
  /** Meaning, for logs and staff. Do not show it to the customer in cases of fraud. */
  readonly meaning: string;
  /** Recommended next step. */
  readonly nextStep: string;
}

const UNKNOWN_EVENT =
  'The customer cannot fix this. Check your request and your account’s settings, or contact the service’s support.';

/**
 * Table of event IDs. The numbers of the tables overlap.
 * `payment`: response codes of payments. `session`: `eventId` of a terminal session. `request`: header of the
 * response to a terminal request.
 */
export type PayEventTable = 'payment' | 'session' | 'request';

const TABLES: Record<PayEventTable, readonly EventDescriptions[]> = EVENT_DESCRIPTIONS;

/** Header IDs from this number on mean a rejection. Lower ones mean success. */
const FIRST_REQUEST_REFUSAL = 1200;

/** Tables to search for an ID, in order. Most numbers mean the same in all tables. */
const SEARCH_ORDER: Record<PayEventTable, readonly PayEventTable[]> = {
  payment: ['payment', 'session', 'request'],
  session: ['session', 'payment'],
  request: ['request', 'session', 'payment'],
};

/** Returns the meaning and next step for the event ID of a rejection, or an empty string if it is not documented. */
export function explainPayEventId(id: number, isTerminalRequest = false): string {
  // In a rejection, 1100 means a busy terminal; in a response header it would mean success.
  const table = !isTerminalRequest ? 'payment' : id >= FIRST_REQUEST_REFUSAL ? 'request' : 'session';
  const found = find(id, table);
  return found === undefined ? '' : `: ${found.meaning}. ${found.nextStep.replace(/\.$/, '')}`;
}

/**
 * Describes an event ID and the recommended next step. An undocumented ID gets a general description.
 *
 * @param table Table that the number belongs to. The default, `'payment'`, falls back to the tables of card
 *   terminals.
 */
export function describePayEventId(id: PayEventId, table: PayEventTable = 'payment'): PayEventDescription {
  return find(id, table) ?? { meaning: 'Not a documented event ID', nextStep: UNKNOWN_EVENT };
}

function find(id: number, table: PayEventTable): PayEventDescription | undefined {
  for (const { nextStep, meanings } of SEARCH_ORDER[table].flatMap((name) => TABLES[name])) {
    const meaning = meanings[id];
    if (meaning !== undefined) return { meaning, nextStep };
  }
  return undefined;
}
