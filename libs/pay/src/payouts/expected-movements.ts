import type { PayoutLine } from './payouts.types.js';
import { getOrAdd } from '../core/values/get-or-add.js';

/** Line of a sale, a refund or the commission of a sale, for which the service should move money in the wallet. */
export interface Expected extends PayoutLine {
  readonly transactionId: string;
  readonly orderCode: string;
  /** Commission that is expected after it, as a negative amount. */
  readonly commission: number;
  /** Milliseconds. Its movement is never earlier. */
  readonly time: number;
  /** Whether it was voided, or voids a refund. Two of one order that add up to 0 need no movement. */
  readonly isVoid: boolean;
}

/** Amount of an expected movement: gross, or net of its commission. */
export type ValueOf = (one: Expected) => number;

/** Expected movements of one currency that did not happen yet. Each is removed when its movement is found, so the pool stays small. */
export class ExpectedMovements {
  readonly #byId = new Map<string, Expected>();
  /** The same, oldest first. */
  readonly #byAmount = new Map<number, Set<Expected>>();

  /** @returns false if the transaction is already in the pool. */
  add(expected: Expected): boolean {
    if (this.#byId.has(expected.transactionId)) return false;
    this.#byId.set(expected.transactionId, expected);
    getOrAdd(this.#byAmount, expected.amount, () => new Set()).add(expected);
    return true;
  }

  find(transactionId: string): Expected | undefined {
    return this.#byId.get(transactionId);
  }

  /** Returns the oldest one of an amount, unless it is later than a time. */
  oldest(amount: number, time: number): Expected[] {
    const [first] = this.#byAmount.get(amount) ?? [];
    return first !== undefined && first.time <= time ? [first] : [];
  }

  remove(expected: readonly Expected[]): void {
    for (const one of expected) {
      this.#byId.delete(one.transactionId);
      this.#byAmount.get(one.amount)?.delete(one);
    }
  }

  /** Lists all that are not later than a time. */
  until(time: number): Expected[] {
    return [...this.#byId.values()].filter((one) => one.time <= time);
  }

  /** Returns the refunds of one order, not later than a time, that add up to an amount. */
  refundsOfOrder(amount: number, time: number, orderCode?: string): Expected[] {
    const refunds = this.until(time).filter(
      (one) => one.kind === 'refund' && (orderCode === undefined || one.orderCode === orderCode),
    );
    return groupsOf(refunds, (one) => one.orderCode).find((group) => sumOf(group) === amount) ?? [];
  }

  /**
   * Returns those of successive days that add up to an amount, as few days as possible: the service can clear the sum of a day, or of
   * several days after a weekend.
   */
  daysWithSum(amount: number, time: number, value: ValueOf): Expected[] {
    const sorted = this.until(time).toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
    const recent = groupsOf(sorted, ({ day }) => day).slice(-MAX_DAYS_IN_SUM);
    for (let count = 1; count <= recent.length; count++)
      for (let last = recent.length; last >= count; last--) {
        const members = recent.slice(last - count, last).flat();
        if (members.reduce((sum, one) => sum + value(one), 0) === amount) return members;
      }
    return [];
  }
}

/** A clearance sums up a few days at most: a long weekend. */
const MAX_DAYS_IN_SUM = 10;

export const grossOf: ValueOf = ({ amount }) => amount;

export const sumOf = (items: readonly { amount: number }[]): number =>
  items.reduce((sum, { amount }) => sum + amount, 0);

/** Returns the items of each key, in the order of the first ones. */
export function groupsOf<Item>(items: readonly Item[], key: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) getOrAdd(groups, key(item), () => []).push(item);
  return [...groups.values()];
}
