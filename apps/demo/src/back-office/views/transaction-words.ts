import { remainingAmounts, toMajorUnits, toMinorUnits, TransactionStatus, TransactionType } from 'nestjs-pay';
import type { LegacyTransaction } from 'nestjs-pay';
import { SHOP_CURRENCY } from '../../catalogue/goods.js';
import type { Html } from '../../html.js';
import { money } from '../../views/money.js';
import { statusLabel, type Status } from '../../views/parts.js';

type StatusWords = Pick<Status, 'label' | 'tone'>;

const STATUSES: Readonly<Record<string, StatusWords>> = {
  [TransactionStatus.Finished]: { label: 'Paid', tone: 'good' },
  [TransactionStatus.Active]: { label: 'In progress', tone: 'waiting' },
  [TransactionStatus.Captured]: { label: 'Captured', tone: 'good' },
  [TransactionStatus.Error]: { label: 'Declined', tone: 'bad' },
  // The status does not say whether the refund was a full one.
  [TransactionStatus.Refunded]: { label: 'Refunded, fully or in part', tone: 'neutral' },
  [TransactionStatus.Canceled]: { label: 'Voided', tone: 'neutral' },
  [TransactionStatus.Disputed]: { label: 'Disputed: your evidence is expected', tone: 'bad' },
  [TransactionStatus.DisputeAwaitingResponse]: { label: 'Disputed: the bank decides', tone: 'bad' },
  [TransactionStatus.DisputeInProgress]: { label: 'Disputed: evidence in review', tone: 'bad' },
  [TransactionStatus.DisputeLost]: { label: 'Dispute lost', tone: 'bad' },
  [TransactionStatus.DisputeSuspected]: { label: 'Dispute suspected', tone: 'bad' },
  [TransactionStatus.DisputeWon]: { label: 'Dispute won', tone: 'good' },
};

/** Statuses that an operator can search for, in words. */
export const STATUS_CHOICES: readonly (readonly [status: string, words: string])[] = Object.entries(
  STATUSES,
).map(([status, { label }]) => [status, label]);

const TYPE_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(TransactionType).map(([name, type]) => [type, inWords(name)]),
);

/** Names a type: 4 is `Card refund`. */
export function typeWords(type: TransactionType): string {
  return TYPE_NAMES.get(type) ?? `Type ${type}`;
}

/** Context of a status. Members are missing if the order's other transactions are unknown. */
export interface StatusContext {
  /** What can still be refunded, in minor units. 0 means that the refund was a full one. */
  readonly refundable?: number;
  /** Type of the parent. A void of a pre-authorisation is a release. */
  readonly parentType?: TransactionType;
}

/** Reads the context of a transaction's status from its order's transactions. */
export function statusContext(transactionId: string, ofOrder: readonly LegacyTransaction[]): StatusContext {
  const find = (id: string | null | undefined): LegacyTransaction | undefined =>
    ofOrder.find(({ TransactionId }) => TransactionId.toLowerCase() === id?.toLowerCase());
  return {
    refundable: remainingAmounts(transactionId, ofOrder)?.refundable,
    parentType: find(find(transactionId)?.ParentId)?.TransactionType.TransactionTypeId,
  };
}

/** Returns whether the words for a status depend on its context. */
export function needsContext(status: TransactionStatus, type: TransactionType): boolean {
  return status === TransactionStatus.Refunded || isVoid(type);
}

/** Returns whether a transaction holds an amount without charging it. */
function isHold(type: TransactionType): boolean {
  return /pre-authorisation/i.test(typeWords(type));
}

function isVoid(type: TransactionType): boolean {
  return /void/i.test(typeWords(type));
}

function statusWords(
  status: TransactionStatus,
  type: TransactionType,
  { refundable, parentType }: StatusContext = {},
): StatusWords {
  if (isHold(type)) {
    if (status === TransactionStatus.Finished) return { label: 'Held', tone: 'waiting' };
    if (status === TransactionStatus.Canceled) return { label: 'Released', tone: 'neutral' };
  }
  if (status === TransactionStatus.Finished) {
    if (isVoid(type)) {
      const released = parentType !== undefined && isHold(parentType);
      return { label: released ? 'Released' : 'Voided', tone: 'neutral' };
    }
    if (/refund/i.test(typeWords(type))) return { label: 'Refunded', tone: 'neutral' };
  }
  if (status === TransactionStatus.Refunded && refundable !== undefined) {
    return { label: refundable > 0 ? 'Refunded in part' : 'Refunded in full', tone: 'neutral' };
  }
  return STATUSES[status] ?? { label: `Status ${status}`, tone: 'neutral' };
}

/** Shows a status as a colored label. */
export function transactionStatus(
  status: TransactionStatus,
  type: TransactionType,
  context: StatusContext,
): Html {
  return statusLabel(statusWords(status, type, context));
}

/** Formats an amount in minor units of any currency. */
export function amountIn(minor: number, currency: string): string {
  return currency === SHOP_CURRENCY.code
    ? money(minor)
    : `${toMajorUnits(minor, currency)} (currency ${currency})`;
}

/** Formats an amount of the service, in major units. An inexact amount is shown unchanged. */
export function serviceAmount(major: number, currency: string): string {
  try {
    return amountIn(toMinorUnits(major, currency), currency);
  } catch (error) {
    if (error instanceof RangeError) return `${major} (currency ${currency})`;
    throw error;
  }
}

/** Formats a time of the service to the minute, in UTC. A time without an offset is the service's local time. */
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
