import { TransactionStatus } from '../areas/coded-values.generated.js';
import type { MovementKind } from '../areas/transactions/movement-kind.js';
import { isActive, isFailed, kindOf, parentOf } from './movements.js';
import type { Movements } from './movements.js';
import { outcomeOf, rootsOf } from './payment-attempt.js';
import type { TransactionFact } from './payment-fact.js';

const RETURNING: readonly MovementKind[] = ['refund', 'void', 'claim', 'credit', 'cash-out'];
const DERIVING: readonly MovementKind[] = ['refund', 'void', 'claim'];

/**
 * Returns the IDs of transactions to read because the facts are inconsistent. Every refund that the amounts leave out is
 * listed, or its parent is.
 */
export function inconsistentTransactions(movements: Movements): string[] {
  const counted = countedTransactions(movements);
  return movements.all.flatMap((one) => {
    const kind = kindOf(one);
    if (kind === 'capture' && !isFailed(one)) return inconsistentCapture(one, movements);
    if (!RETURNING.includes(kind) || isFailed(one)) return [];
    // The transaction may still succeed.
    if (isActive(one)) return [one.transactionId];
    if (one.status === TransactionStatus.Canceled) return [];
    if (DERIVING.includes(kind) && !counted.has(one)) return [transactionToRead(one, movements)];
    // More was reversed than the transaction returned.
    return movements.reversedAmount(one) > Math.abs(one.amount) ? [one.transactionId] : [];
  });
}

/** Returns the transactions in the amounts: those that derive from a successful attempt or a credit, never from a cycle. */
function countedTransactions(movements: Movements): ReadonlySet<TransactionFact> {
  const roots = rootsOf(movements).filter((root) => outcomeOf(root) === 'succeeded');
  const counted = new Set<TransactionFact>();
  const open = [...roots, ...movements.of('credit', 'cash-out').filter((one) => !isFailed(one))];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    counted.add(one);
    open.push(...derivedOf(one, movements).filter((next) => !isActive(next) && !isFailed(next)));
  }
  return counted;
}

function derivedOf(one: TransactionFact, movements: Movements): TransactionFact[] {
  const kind = kindOf(one);
  const captures = kind === 'hold' ? movements.captures(one) : [];
  const isTaken = kind === 'charge' || kind === 'capture' || captures.length > 0;
  return [...captures, ...movements.reversals(one), ...(isTaken ? movements.derived(one, 'claim') : [])];
}

/** A capture without its pre-authorization makes the held amount unknown. */
function inconsistentCapture(capture: TransactionFact, movements: Movements): string[] {
  if (movements.holdOf(capture) === null) return [transactionToRead(capture, movements)];
  return isActive(capture) ? [capture.transactionId] : [];
}

/** Returns the parent if it is unknown or confirmed by a read. If only an event names the parent, returns the transaction. */
function transactionToRead(one: TransactionFact, movements: Movements): string {
  const isSeen = movements.parent(one) !== undefined;
  return (isSeen ? one.parentId : parentOf(one)) ?? one.transactionId;
}
