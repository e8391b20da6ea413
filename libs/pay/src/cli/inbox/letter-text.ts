import type { PayDeadLetter, PayInboxStats } from '../../inbox/inbox-store.js';
import { UUID } from '../../core/values/uuid.js';
import { loggableText } from '../../core/values/redaction.js';

const HIDDEN = '[hidden]';
/** What can be charged with, or was made of a card. */
const SECRET_MEMBERS = /^(CardToken|CardUniqueReference|Ucaf)$/i;
/** Long numbers that are no card's, though one in ten could be. */
const LONG_NUMBERS = /^(OrderCode|OrderCodeText|ShortOrderCode|WalletId|TargetWalletId)$/;
const DIGITS = /^\d{1,19}$/;

/** What of a dead letter stands in a list: nothing of the customer. */
export interface LetterSummary {
  id: string;
  reason: PayDeadLetter['reason'];
  eventTypeId: number | null;
  event: string | null;
  orderCode: string | null;
  account: string | null;
  attempts: number;
  receivedAt: string;
  deadLetteredAt: string;
  error: string;
}

/** The line of a list as data. */
export function summaryOf({
  id,
  reason,
  attempts,
  receivedAt,
  deadLetteredAt,
  error,
  delivery,
}: PayDeadLetter): LetterSummary {
  const { account, event } = delivery;
  const { OrderCodeText: code } = event.data as Record<string, unknown>;
  return {
    id,
    reason,
    eventTypeId: event.eventTypeId,
    event: event.name,
    orderCode: typeof code === 'string' && DIGITS.test(code) ? code : null,
    account,
    attempts,
    receivedAt,
    deadLetteredAt,
    error: loggableText(error),
  };
}

/** The same for people: a line, and one for what went wrong. */
export function summaryText(letter: PayDeadLetter): string {
  const { id, reason, eventTypeId, event, orderCode, account, attempts, receivedAt, error } =
    summaryOf(letter);
  const words = [
    id.padStart(6),
    reason.padEnd(11),
    eventTypeId === null ? 'unknown event' : [eventTypeId, event].filter((part) => part !== null).join(' '),
    ...(orderCode === null ? [] : [`order ${orderCode}`]),
    ...(account === null ? [] : [`account ${loggableText(account)}`]),
    `${attempts} ${attempts === 1 ? 'try' : 'tries'}`,
    `came ${receivedAt}`,
  ];
  return `${words.join('  ')}\n${error === '' ? '' : `        ${error}\n`}`;
}

/** How full an inbox is, in a line. */
export function statsText({ backlog, oldestAgeMs, dead, unconfirmed, refused }: PayInboxStats): string {
  const oldest = oldestAgeMs === null ? '' : `, the oldest for ${ageText(oldestAgeMs)}`;
  return `waiting or at work: ${backlog}${oldest}; dead letters: ${dead} failed or crashed, ${unconfirmed} unconfirmed, ${refused} refused\n`;
}

function ageText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** A dead letter without what nobody may print: card numbers, tokens, IBANs, e-mail addresses, whatever a stranger wrote for terminals. */
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
