import { TransactionType } from '../coded-values.generated.js';

/** Effect of a transaction on the money of an order. */
export type MovementKind =
  | 'charge'
  | 'hold'
  | 'capture'
  | 'verification'
  | 'refund'
  | 'void'
  /** Money that the customer's bank reclaimed. */
  | 'claim'
  /** Money sent to the customer's card: rebates, original credits, payouts. A fast refund may be recorded as one. */
  | 'credit'
  /** Cash paid out against the card. The direction of the account's money is not documented. */
  | 'cash-out';

/** Name patterns of the transaction types. The first match decides, so types of new payment methods are covered. */
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

/** Returns the movement kind of a transaction type, or undefined if the type is unknown. */
export function kindOfType(type: number | null): MovementKind | undefined {
  return type === null ? undefined : KINDS.get(type);
}

const TAKING_KINDS: readonly MovementKind[] = ['charge', 'hold', 'capture', 'verification'];

/** Returns whether transactions of a kind only take or hold money. A negative amount then contradicts the kind. */
export function takesOnly(kind: MovementKind | undefined): boolean {
  return kind !== undefined && TAKING_KINDS.includes(kind);
}

const RETURNING_KINDS: readonly MovementKind[] = ['refund', 'void', 'claim', 'credit'];

/**
 * Returns whether transactions of a type return money to the customer. The service reports them as reversals (event
 * 1797).
 */
export function movesBack(type: number): boolean {
  const kind = kindOfType(type);
  return kind !== undefined && RETURNING_KINDS.includes(kind);
}
