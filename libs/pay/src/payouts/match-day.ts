import type { Expected, ExpectedMovements } from './expected-movements.js';
import type { PayoutLineKind } from './payouts.types.js';

/** A movement of a wallet, or a line of a statement without a movement. */
export interface Movement {
  readonly kind: PayoutLineKind | undefined;
  readonly amount: number;
  readonly time: number;
  /** Transaction ID in the free text of the movement. */
  readonly named: string | undefined;
  match: Match | undefined;
}

/** Explanation of a movement. */
interface Match {
  readonly by: 'sale' | 'sum';
  /** Empty for all but the first movement of a sum. */
  readonly members: readonly Expected[];
  /** Whether the movement names a transaction of another amount. */
  readonly differs?: true;
}

/** Expected movements of one currency. */
export interface Pools {
  /** Sales and refunds. */
  readonly sales: ExpectedMovements;
  /** Commissions of the sales that were cleared. */
  readonly commissions: ExpectedMovements;
}

/**
 * Matches the movements of one day and currency: by the transaction that a movement names, else by the amount, else by the sum of days.
 * Removes what it matches from the pools.
 */
export function matchDay(movements: readonly Movement[], pools: Pools): void {
  const ofKind = (...kinds: PayoutLineKind[]) =>
    movements.filter(({ kind, match }) => kind !== undefined && kinds.includes(kind) && match === undefined);
  const orders = new Map<string, string>();
  for (const movement of ofKind('sale', 'refund')) byName(movement, pools, orders);
  bySaleOrSum(ofKind('sale'), pools);
  for (const movement of ofKind('refund')) {
    matchSale(movement, pools, oldestOf(pools.sales, movement));
    if (movement.match === undefined) matchSale(movement, pools, refundsOf(movement, pools));
  }
  const commissions = pools.commissions;
  for (const movement of ofKind('commission')) {
    const named = movement.named === undefined ? undefined : commissions.find(movement.named);
    if (named?.amount === movement.amount) match(movement, commissions, [named]);
    else if (named !== undefined) movement.match = { by: 'sale', members: [named], differs: true };
  }
  for (const movement of ofKind('commission')) match(movement, commissions, oldestOf(commissions, movement));
  matchSum(ofKind('commission'), commissions, ({ amount }) => amount);
}

/** Matches a movement whose text names the sale, or the payment that was refunded. */
function byName(movement: Movement, pools: Pools, orders: Map<string, string>): void {
  if (movement.named === undefined) return;
  const named = pools.sales.find(movement.named);
  if (named !== undefined) orders.set(movement.named, named.orderCode);
  if (named?.amount === movement.amount) return matchSale(movement, pools, [named]);
  const orderCode = named?.orderCode ?? orders.get(movement.named);
  if (movement.amount < 0 && orderCode !== undefined)
    return matchSale(movement, pools, refundsOf(movement, pools, orderCode));
  if (named !== undefined && movement.amount > 0)
    movement.match = { by: 'sale', members: [named], differs: true };
}

/** Matches clearances: each by its own sale, or all of the day by sums of days if amounts remain that no sale explains. */
function bySaleOrSum(movements: readonly Movement[], pools: Pools): void {
  const { sales } = pools;
  const before = movements.map((movement) => {
    const own = oldestOf(sales, movement);
    const found = own.length > 0 ? own : refundsOf(movement, pools);
    match(movement, sales, found);
    return found;
  });
  const remaining = movements.filter((movement) => movement.match === undefined);
  if (remaining.length > 0 && !matchGrossOrNet(remaining, pools)) {
    // An amount can equal that of one sale by chance, so the sums are also tried without the matches by amount.
    for (const one of before.flat()) sales.add(one);
    const own = movements.map((movement) => movement.match);
    for (const movement of movements) movement.match = undefined;
    if (!matchGrossOrNet(movements, pools)) {
      sales.remove(before.flat());
      for (const [index, movement] of movements.entries()) movement.match = own[index];
    }
  }
  for (const { match: found } of movements) if (found?.by === 'sale') expectCommissions(found.members, pools);
}

/** Matches sums of gross amounts, or of amounts less their commission, which then has no movement. */
function matchGrossOrNet(movements: readonly Movement[], pools: Pools): boolean {
  if (matchSum(movements, pools.sales, ({ amount }) => amount)) {
    expectCommissions(movements[0]?.match?.members ?? [], pools);
    return true;
  }
  return matchSum(movements, pools.sales, ({ amount, commission }) => amount + commission);
}

/** Matches all movements together. @returns whether successive days have their sum. */
function matchSum(
  movements: readonly Movement[],
  pool: ExpectedMovements,
  value: (one: Expected) => number,
): boolean {
  if (movements.length === 0) return false;
  const amount = movements.reduce((sum, one) => sum + one.amount, 0);
  const members = pool.daysWithSum(amount, Math.max(...movements.map(({ time }) => time)), value);
  if (members.length === 0) return false;
  pool.remove(members);
  for (const [index, movement] of movements.entries())
    movement.match = { by: 'sum', members: index === 0 ? members : [] };
  return true;
}

function matchSale(movement: Movement, pools: Pools, members: readonly Expected[]): void {
  match(movement, pools.sales, members);
  if (movement.match !== undefined) expectCommissions(members, pools);
}

function match(movement: Movement, pool: ExpectedMovements, members: readonly Expected[]): void {
  if (members.length === 0) return;
  pool.remove(members);
  movement.match = { by: 'sale', members };
}

/** Returns the refunds of one order that a negative movement sums up. */
function refundsOf({ amount, time }: Movement, { sales }: Pools, orderCode?: string): Expected[] {
  return amount < 0 ? sales.refundsOfOrder(amount, time, orderCode) : [];
}

function oldestOf(pool: ExpectedMovements, { amount, time }: Movement): Expected[] {
  const oldest = pool.oldest(amount, time);
  return oldest === undefined ? [] : [oldest];
}

/** Adds the commissions of cleared sales, because they have movements of their own. */
function expectCommissions(cleared: readonly Expected[], { commissions }: Pools): void {
  for (const sale of cleared)
    if (sale.commission !== 0)
      commissions.add({ ...sale, kind: 'commission', amount: sale.commission, commission: 0 });
}
