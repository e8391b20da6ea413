import { toMajorUnits, toMinorUnits, TransactionStatus, TransactionType } from 'nestjs-pay';
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

/** A status in words, for that type of transaction: what is finished is paid, held or given back. */
export function statusWords(status: TransactionStatus, type: TransactionType): StatusWords {
  const name = TYPE_NAMES.get(type) ?? '';
  if (/pre-authorisation/i.test(name)) {
    if (status === TransactionStatus.Finished) return { text: 'Held', tone: 'waiting' };
    if (status === TransactionStatus.Canceled) return { text: 'Released', tone: 'neutral' };
  }
  if (/refund|void/i.test(name) && status === TransactionStatus.Finished) {
    return { text: 'Given back', tone: 'neutral' };
  }
  return STATUSES[status] ?? { text: `Status ${status}`, tone: 'neutral' };
}

/**
 * A status as a coloured label.
 *
 * @param refundable what can still be given back, where that is known: then a refund is said to be of all or of a part.
 */
export function statusLabel(status: TransactionStatus, type: TransactionType, refundable?: number): Html {
  const words = statusWords(status, type);
  const isRefund = status === TransactionStatus.Refunded && refundable !== undefined;
  const { tone } = words;
  const text = !isRefund ? words.text : refundable > 0 ? 'Refunded in part' : 'Refunded in full';
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

/** A time as the service writes it, in its own zone, to the minute. */
export function serviceTime(text: string): string {
  return text.slice(0, 16).replace('T', ' ');
}

function inWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace('pre auth', 'pre-auth');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
