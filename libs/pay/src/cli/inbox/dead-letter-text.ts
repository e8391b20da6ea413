import type { PayDeadLetter } from '../../inbox/dead-letters.js';
import type { PayInboxStats } from '../../inbox/inbox-store.js';
import { UUID } from '../../core/values/uuid.js';
import { loggableText } from '../../core/values/redaction.js';
import { counted } from '../command-text.js';

const HIDDEN = '[hidden]';
/** Members that contain a token of a card, or a value that was derived from a card. */
const SECRET_MEMBERS = /^(CardToken|CardUniqueReference|Ucaf)$/i;
/** Members with long numbers that are not card numbers, although one in ten passes the check of card numbers. */
const LONG_NUMBERS = /^(OrderCode|OrderCodeText|ShortOrderCode|WalletId|TargetWalletId)$/;
const DIGITS = /^\d{1,19}$/;

/** Returns a dead letter's entry in the list, without customer data. */
export function summaryOf({ delivery, ...letter }: PayDeadLetter) {
  const { id, reason, attempts, receivedAt, deadLetteredAt, error } = letter;
  const { account, event } = delivery;
  const { OrderCodeText: code } = event.data as Record<string, unknown>;
  return {
    id,
    reason,
    eventTypeId: typeof event.eventTypeId === 'number' ? event.eventTypeId : null,
    event: nameOf(event.name),
    orderCode: typeof code === 'string' && DIGITS.test(code) ? code : null,
    account: nameOf(account),
    attempts,
    receivedAt,
    deadLetteredAt,
    error: loggableText(error),
  };
}

/** A delivery that was changed by hand can have any value. */
function nameOf(value: unknown): string | null {
  return typeof value === 'string' ? loggableText(value) : null;
}

/** Returns a dead letter's entry in the list as text: one line, and one for its error. */
export function summaryText(deadLetter: PayDeadLetter): string {
  const { id, reason, eventTypeId, event, orderCode, account, attempts, receivedAt, error } =
    summaryOf(deadLetter);
  const columns = [
    id.padStart(6),
    reason.padEnd(7),
    eventTypeId === null ? 'unknown event' : [eventTypeId, event].filter((part) => part !== null).join(' '),
    ...(orderCode === null ? [] : [`order ${orderCode}`]),
    ...(account === null ? [] : [`account ${account}`]),
    counted(attempts, 'attempt'),
    `received ${receivedAt}`,
  ];
  return `${columns.join('  ')}\n${error === '' ? '' : `        ${error}\n`}`;
}

/** Returns the number of entries in an inbox as one line. */
export function statsText({ backlog, oldestAgeMs, dead, unconfirmed }: PayInboxStats): string {
  const oldest = oldestAgeMs === null ? '' : ` (oldest: ${ageText(oldestAgeMs)})`;
  return `waiting events: ${backlog}; unconfirmed deliveries: ${unconfirmed}${oldest}; dead letters: ${dead}\n`;
}

function ageText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** Hides card numbers, tokens, IBANs and email addresses in a value, and escapes terminal control characters. */
export function withoutSecrets(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [loggableText(key), withoutSecrets(member, key)]),
    );
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const text = String(value);
  if (SECRET_MEMBERS.test(name)) return HIDDEN;
  if (UUID.test(text) || (LONG_NUMBERS.test(name) && DIGITS.test(text))) return value;
  const clean = loggableText(text);
  return clean === text ? value : clean;
}
