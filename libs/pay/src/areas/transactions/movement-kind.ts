import { TransactionType } from './transactions.enums.js';

/** What a transaction does with the money of an order. */
export type MovementKind =
  | 'charge'
  | 'hold'
  | 'capture'
  | 'verification'
  | 'refund'
  | 'void'
  /** Money that the customer's bank took back. */
  | 'claim'
  /** Sent to the customer's card: rebates, original credits, pay-outs. A fast refund may be recorded as one. */
  | 'credit'
  /** Cash handed out against the card: which way the account's money moves is not documented. */
  | 'cash-out';

/** The first that fits a type's name decides: what a payment method adds is found by its name, too. */
const NAMES: readonly (readonly [MovementKind, RegExp])[] = [
  ['claim', /RefundClaimed/],
  ['refund', /Refund/],
  ['void', /Void/],
  ['hold', /PreAuthorisation/],
  ['capture', /Capture/],
  ['credit', /OriginalCredit|Payout/],
  ['cash-out', /Disbursement|Withdrawal/],
  ['verification', /Verification/],
  ['charge', /Charge|EBanking$|^Cash$/],
];

const KINDS: ReadonlyMap<number, MovementKind> = new Map(
  Object.entries(TransactionType).flatMap(([name, type]) => {
    const known = NAMES.find(([, names]) => names.test(name));
    return known === undefined ? [] : [[type, known[0]] as const];
  }),
);

/** The kind of all transactions of a type; undefined of a type that is not known. */
export function kindOfType(type: number | null): MovementKind | undefined {
  return type === null ? undefined : KINDS.get(type);
}

const WITHOUT_RETURN: readonly MovementKind[] = ['charge', 'hold', 'capture', 'verification'];

/** Whether transactions of a kind only take, or promise to: a negative amount contradicts it. */
export function takesOnly(kind: MovementKind | undefined): boolean {
  return kind !== undefined && WITHOUT_RETURN.includes(kind);
}

const BACK: readonly MovementKind[] = ['refund', 'void', 'claim', 'credit'];

/** Whether transactions of a type bring money to the customer: the service tells of them as reversals (1797). */
export function movesBack(type: number): boolean {
  const kind = kindOfType(type);
  return kind !== undefined && BACK.includes(kind);
}
