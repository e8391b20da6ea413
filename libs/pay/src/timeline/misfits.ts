import { TransactionStatus } from '../areas/transactions/transactions.enums.js';
import type { MovementKind } from '../areas/transactions/movement-kind.js';
import { isActive, isFailed, kindOf, parentOf } from './movements.js';
import type { Movements } from './movements.js';
import { outcomeOf, rootsAmong } from './payment-attempt.js';
import type { TransactionFact } from './payment-fact.js';

const BACK: readonly MovementKind[] = ['refund', 'void', 'claim', 'credit', 'cash-out'];
const DERIVING: readonly MovementKind[] = ['refund', 'void', 'claim'];

/**
 * Transactions to read because what is known of them does not fit together: nothing that went back is left out of the amounts
 * unless it, or what it derives from, is named here.
 */
export function misfits(movements: Movements): string[] {
  const counted = countedAmong(movements);
  return movements.all.flatMap((one) => {
    const kind = kindOf(one);
    if (kind === 'capture' && !isFailed(one)) return misfitsOfCapture(one, movements);
    if (!BACK.includes(kind) || isFailed(one)) return [];
    // It may be about to take place.
    if (isActive(one)) return [one.transactionId];
    if (one.status === TransactionStatus.Canceled) return [];
    if (DERIVING.includes(kind) && !counted.has(one)) return [toReadFor(one, movements)];
    // More was taken back of it than it gave.
    return movements.givenBack(one) > Math.abs(one.amount) ? [one.transactionId] : [];
  });
}

/** What the amounts are made of: all that leads to an attempt that succeeded, or to a credit. No circle does. */
function countedAmong(movements: Movements): ReadonlySet<TransactionFact> {
  const roots = rootsAmong(movements).filter((root) => outcomeOf(root) === 'succeeded');
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
  return [...captures, ...movements.backs(one), ...(isTaken ? movements.derived(one, 'claim') : [])];
}

/** A capture is of a pre-authorisation: what is held is not known before it is known of which. */
function misfitsOfCapture(capture: TransactionFact, movements: Movements): string[] {
  if (movements.holdOf(capture) === null) return [toReadFor(capture, movements)];
  return isActive(capture) ? [capture.transactionId] : [];
}

/** Its parent where that was not seen, or was read to be so; itself where only an event names one. */
function toReadFor(one: TransactionFact, movements: Movements): string {
  const isSeen = movements.parent(one) !== undefined;
  return (isSeen ? one.parentId : parentOf(one)) ?? one.transactionId;
}
