import {
  AccountTransactionType,
  TransactionStatus,
  TransactionType,
} from '../areas/coded-values.generated.js';
import { DAY_MS } from '../core/values/durations.js';
import { accountTransactionName } from '../areas/data-services/account-transaction-name.js';
import { toMinorUnits } from '../core/values/money.js';
import type { Expected } from './expected-movements.js';
import type { Movement } from './match-day.js';
import { movementKind } from './movement-kind.js';
import type { StatementLine } from './mt940.js';
import type { PayoutLine } from './payouts.types.js';
import type { AccountTransactionRow, SaleTransactionRow } from '../areas/results.generated.js';

const NAMED = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** Statuses of sales that never clear. */
const NEVER_CLEARS: ReadonlySet<string> = new Set([TransactionStatus.Error, TransactionStatus.Active]);
/** Types of transactions that hold money. Their capture is a transaction of its own. */
const HOLDS: ReadonlySet<number> = new Set([
  TransactionType.CardPreAuthorisation,
  TransactionType.KlarnaPreAuthorisation,
  TransactionType.CardVerification,
]);

/** Returns the day of a date-time in the time zone of the service: its local part, whatever the offset. */
export const dayOf = (dateTime: string): string => dateTime.slice(0, 10);

/** Returns a date-time as milliseconds on the clock of the service. Movements were seen without an offset, and with that of UTC. */
const timeOf = (dateTime: string): number => Date.parse(`${dateTime.slice(0, 19)}Z`);

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Creates a line, which other members are added to. */
export function newLine(day: string, code: string, amount: number): PayoutLine {
  return {
    ...{ day, status: 'matched', kind: 'other', amount, currencyCode: code, onStatement: false },
    ...{ matchedBy: null, reason: null, transactionId: null, orderCode: null, merchantTrns: null },
    ...{ movementId: null, walletId: null, type: null, payoutId: null, text: null },
  };
}

export const LINE_MEMBERS = Object.keys(newLine('', '', 0)) as (keyof PayoutLine)[];

/** Reads a movement, or returns null for a hold, which changes no balance. */
export function readMovement(row: AccountTransactionRow): Movement | null {
  if (row.isAuthorization === true || row.typeId === AccountTransactionType.AvailableOnly) return null;
  const { currencyCode, subTypeId, created, targetAmount } = row;
  const text = [row.userDescription, row.reference, row.tag].filter(Boolean).join(' ');
  const type = accountTransactionName(subTypeId);
  const kind = movementKind(type);
  const amount = toMinorUnits(row.amount, currencyCode);
  const line = newLine(dayOf(created), String(currencyCode).padStart(3, '0'), amount);
  return {
    ...{ ...line, movementId: row.accountTransactionId, walletId: String(row.walletId), text: text || null },
    type,
    kind: kind ?? 'other',
    reason: kind === undefined ? 'unknown-type' : null,
    time: timeOf(created),
    named: nameIn(text),
    counterPart: row.counterPart ?? null,
    balance: targetAmount === undefined ? null : toMinorUnits(targetAmount, currencyCode),
  };
}

/** Reads a line of a statement that has no movement. Its kind is a guess, so that its sale is not reported a second time. */
export function movementOfLine({ amount, text }: StatementLine, day: string, currency: string): Movement {
  return {
    ...newLine(day, currency, amount),
    kind: amount > 0 ? 'sale' : 'commission',
    text: text.replaceAll(/\s*\r?\n\s*/g, ' ') || null,
    // A statement has no times. Clearances come at the beginning of a day.
    time: Date.parse(day) + (amount > 0 ? 0 : DAY_MS),
    ...{ named: nameIn(text) ?? nameIn(text.replaceAll(DIVISION, '')), counterPart: null, balance: null },
  };
}

/** Divides a text of a statement: a line break, or the number of the next subfield, such as `?21`. */
const DIVISION = /\s*\r?\n\s*|\?\d\d/g;

const nameIn = (text: string): string | undefined => NAMED.exec(text)?.[0].toLowerCase();

/** A refund and its movement are written at the same time, in either order. A sale clears later. */
const REFUND_TOLERANCE_MS = 60_000;

/** Reads a sale or refund. Returns null if it never moves money in the wallet, such as a voided sale. */
export function readSale(row: SaleTransactionRow, currencyCode: string): Expected | null {
  const { statusId, transactionTypeId: type } = row;
  const amount = toMinorUnits(row.amount, currencyCode);
  const isVoid = statusId === TransactionStatus.Canceled || type === TransactionType.CardVoid;
  // The void of a refund returns money. The void of a sale, and the sale itself, happen before the clearance.
  const isVoidedSale = statusId === TransactionStatus.Canceled ? amount > 0 : isVoid && amount < 0;
  if (isVoidedSale || NEVER_CLEARS.has(statusId) || HOLDS.has(type) || amount === 0) return null;
  const isSale = amount > 0 && !isVoid;
  return {
    ...newLine(dayOf(row.insDate), currencyCode, amount),
    kind: isSale ? 'sale' : 'refund',
    transactionId: row.transactionId.toLowerCase(),
    orderCode: row.orderCodeText,
    merchantTrns: row.merchantTrns ?? null,
    commission: isSale ? -toMinorUnits(row.totalCommission ?? 0, currencyCode) : 0,
    ...{ time: timeOf(row.insDate) - (isSale ? 0 : REFUND_TOLERANCE_MS), isVoid },
  };
}
