import { remainingAmounts, toMajorUnits, toMinorUnits, TransactionStatus, TransactionType } from 'nestjs-pay';
import type { LegacyTransaction } from 'nestjs-pay';
import { SHOP_CURRENCY } from '../../catalogue/goods.js';
import { html, type Html } from '../../html.js';
import { money } from '../../views/money.js';
import type { OrderStatus } from '../../views/order-status.js';

/** A status in words. */
export interface StatusWords {
  readonly text: string;
  readonly tone: OrderStatus['tone'];
}

const STATUSES: Readonly<Record<string, StatusWords>> = {
  [TransactionStatus.Finished]: { text: 'Paid', tone: 'good' },
  [TransactionStatus.Active]: { text: 'In progress', tone: 'waiting' },
  [TransactionStatus.Captured]: { text: 'Captured', tone: 'good' },
  [TransactionStatus.Error]: { text: 'Failed', tone: 'bad' },
  // The status alone does not say whether all of it went back.
  [TransactionStatus.Refunded]: { text: 'Refunded, fully or in part', tone: 'neutral' },
  [TransactionStatus.Canceled]: { text: 'Voided', tone: 'neutral' },
  [TransactionStatus.Disputed]: { text: 'Disputed', tone: 'bad' },
  [TransactionStatus.DisputeAwaitingResponse]: { text: 'Disputed: an answer is awaited', tone: 'bad' },
  [TransactionStatus.DisputeInProgress]: { text: 'Disputed: in progress', tone: 'bad' },
  [TransactionStatus.DisputeLost]: { text: 'Dispute lost', tone: 'bad' },
  [TransactionStatus.DisputeSuspected]: { text: 'Dispute suspected', tone: 'bad' },
  [TransactionStatus.DisputeWon]: { text: 'Dispute won', tone: 'good' },
};

/** Statuses that can be searched for, with their words. */
export const STATUS_CHOICES: readonly (readonly [status: string, words: string])[] = Object.entries(
  STATUSES,
).map(([status, { text }]) => [status, text]);

const TYPE_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(TransactionType).map(([name, type]) => [type, inWords(name)]),
);

/** A type in words: 4 is `Card refund`. */
export function typeWords(type: TransactionType): string {
  return TYPE_NAMES.get(type) ?? `Type ${type}`;
}

/** What a status alone does not say. Members are missing where the order's other transactions are not known. */
export interface StatusContext {
  /** What can still be refunded, minor units: a refund was of all or of a part. */
  readonly refundable?: number;
  /** Type of the transaction that it was made of: a void of what is held releases it. */
  readonly parentType?: TransactionType;
}

/** What the other transactions of its order say of a transaction. */
export function statusContext(transactionId: string, ofOrder: readonly LegacyTransaction[]): StatusContext {
  const find = (id: string | null | undefined): LegacyTransaction | undefined =>
    ofOrder.find(({ TransactionId }) => TransactionId.toLowerCase() === id?.toLowerCase());
  return {
    refundable: remainingAmounts(transactionId, ofOrder)?.refundable,
    parentType: find(find(transactionId)?.ParentId)?.TransactionType.TransactionTypeId,
  };
}

/** Whether the words for a status depend on its context. */
export function needsContext(status: TransactionStatus, type: TransactionType): boolean {
  return status === TransactionStatus.Refunded || isVoid(type);
}

/** Whether a transaction holds an amount instead of taking it. */
function isHold(type: TransactionType): boolean {
  return /pre-authorisation/i.test(typeWords(type));
}

function isVoid(type: TransactionType): boolean {
  return /void/i.test(typeWords(type));
}

/** A status in words, for that type of transaction: what is finished is paid, held, refunded, voided or released. */
function statusWords(
  status: TransactionStatus,
  type: TransactionType,
  { refundable, parentType }: StatusContext = {},
): StatusWords {
  if (isHold(type)) {
    if (status === TransactionStatus.Finished) return { text: 'Held', tone: 'waiting' };
    if (status === TransactionStatus.Canceled) return { text: 'Released', tone: 'neutral' };
  }
  if (status === TransactionStatus.Finished) {
    if (isVoid(type)) {
      const released = parentType !== undefined && isHold(parentType);
      return { text: released ? 'Released' : 'Voided', tone: 'neutral' };
    }
    if (/refund/i.test(typeWords(type))) return { text: 'Refunded', tone: 'neutral' };
  }
  if (status === TransactionStatus.Refunded && refundable !== undefined) {
    return { text: refundable > 0 ? 'Refunded in part' : 'Refunded in full', tone: 'neutral' };
  }
  return STATUSES[status] ?? { text: `Status ${status}`, tone: 'neutral' };
}

/** A status as a coloured label. */
export function statusLabel(status: TransactionStatus, type: TransactionType, context: StatusContext): Html {
  const { text, tone } = statusWords(status, type, context);
  return html`<span class="label ${tone}">${text}</span>`;
}

/** An amount in minor units of any currency, for people. */
export function amountIn(minor: number, currency: string): string {
  return currency === SHOP_CURRENCY.code
    ? money(minor)
    : `${toMajorUnits(minor, currency)} (currency ${currency})`;
}

/** An amount as the service gives it, in MAJOR units, for people; one that is not exact is shown as it came. */
export function serviceAmount(major: number, currency: string): string {
  try {
    return amountIn(toMinorUnits(major, currency), currency);
  } catch (error) {
    if (error instanceof RangeError) return `${major} (currency ${currency})`;
    throw error;
  }
}

/** A time of the service to the minute, in UTC. One that names no offset is said to be the service's own. */
export function serviceTime(text: string): string {
  const time = /(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : NaN;
  const toMinute = (iso: string): string => iso.slice(0, 16).replace('T', ' ');
  return Number.isNaN(time)
    ? `${toMinute(text)}, the service’s local time`
    : `${toMinute(new Date(time).toISOString())} UTC`;
}

function inWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace('pre auth', 'pre-auth');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
