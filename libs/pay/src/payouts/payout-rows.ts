import {
  AccountTransactionType,
  TransactionStatus,
  TransactionType,
} from '../areas/coded-values.generated.js';
import type {
  AccountTransactionRow,
  SaleTransactionRow,
} from '../areas/data-services/data-services.types.js';
import { toMinorUnits } from '../core/values/money.js';
import { accountTransactionName, movementKind } from './movement-kind.js';
import type { Expected } from './expected-movements.js';
import type { Movement } from './match-day.js';
import type { StatementLine } from './mt940.js';
import type { PayoutLineKind } from './payouts.types.js';

/** A movement with what its line shows. */
export interface ReadMovement extends Movement {
  readonly id: string | null;
  readonly day: string;
  readonly currencyCode: string;
  readonly walletId: string | null;
  readonly type: string | null;
  readonly text: string | null;
  readonly counterPart: string | null;
  /** Total balance of the wallet after the movement. */
  readonly balance: number | undefined;
}

const DAY_MS = 86_400_000;
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

/** Reads a movement, or returns null for a hold, which changes no balance. */
export function readMovement(row: AccountTransactionRow): ReadMovement | null {
  if (row.isAuthorization === true || row.typeId === AccountTransactionType.AvailableOnly) return null;
  const { currencyCode } = row;
  const texts = [row.userDescription, row.reference, row.tag].filter(Boolean);
  return {
    id: row.accountTransactionId,
    day: dayOf(row.created),
    time: Date.parse(row.created),
    kind: movementKind(row.subTypeId),
    type: accountTransactionName(row.subTypeId),
    amount: toMinorUnits(row.amount, currencyCode),
    currencyCode: String(currencyCode).padStart(3, '0'),
    walletId: String(row.walletId),
    text: texts.join(' ') || null,
    counterPart: row.counterPart ?? null,
    balance: row.targetAmount === undefined ? undefined : toMinorUnits(row.targetAmount, currencyCode),
    named: nameIn(texts.join(' ')),
    match: undefined,
  };
}

/** Reads a line of a statement that has no movement. Its kind is a guess, so that its sale is not reported a second time. */
export function movementOfLine(
  { amount, text }: StatementLine,
  day: string,
  currencyCode: string,
  kind: PayoutLineKind,
): ReadMovement {
  const unknown = { id: null, walletId: null, type: null, counterPart: null, balance: undefined };
  // A statement has no times. Clearances come at the beginning of a day.
  const time = Date.parse(day) + (amount > 0 ? 0 : DAY_MS);
  return {
    ...unknown,
    day,
    time,
    kind,
    amount,
    currencyCode,
    text: text || null,
    named: nameIn(text),
    match: undefined,
  };
}

function nameIn(text: string): string | undefined {
  return NAMED.exec(text)?.[0].toLowerCase();
}

/** Reads a sale or refund. Returns null if it never moves money in the wallet, such as a voided sale. */
export function readSale(row: SaleTransactionRow, currencyCode: string): Expected | null {
  const { statusId, transactionTypeId: type } = row;
  const amount = toMinorUnits(row.amount, currencyCode);
  const isVoid = statusId === TransactionStatus.Canceled || type === TransactionType.CardVoid;
  // The void of a refund returns money. The void of a sale, and the sale itself, happen before the clearance.
  const isVoidedSale = statusId === TransactionStatus.Canceled ? amount > 0 : isVoid && amount < 0;
  if (isVoidedSale || NEVER_CLEARS.has(statusId) || HOLDS.has(type) || amount === 0) return null;
  return {
    kind: amount > 0 && !isVoid ? 'sale' : 'refund',
    transactionId: row.transactionId.toLowerCase(),
    orderCode: row.orderCodeText,
    merchantTrns: row.merchantTrns ?? null,
    amount,
    commission: amount > 0 && !isVoid ? -toMinorUnits(row.totalCommission ?? 0, currencyCode) : 0,
    day: dayOf(row.insDate),
    time: Date.parse(row.insDate),
    isVoid,
  };
}
