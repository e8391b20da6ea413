import { grossOf, sumOf } from './expected-movements.js';
import type { Expected, ExpectedMovements, ValueOf } from './expected-movements.js';
import type { PayoutLine, PayoutLineKind } from './payouts.types.js';

/** Line of a movement of a wallet, or of a statement's line without a movement. */
export interface Movement extends PayoutLine {
  readonly time: number;
  /** Transaction ID in the free text of the movement. */
  readonly named: string | undefined;
  readonly counterPart: string | null;
  /** Total balance of the wallet after the movement. */
  readonly balance: number | null;
  /** Its explanation. `members` is empty for all but the first movement of a sum. */
  match?: { readonly by: 'sale' | 'sum'; readonly members: readonly Expected[] } | undefined;
}

/** Expected movements of one currency: sales with refunds, and the commissions of the sales that were cleared. */
export type Pools = Readonly<Record<'sales' | 'commissions', ExpectedMovements>>;

/**
 * Matches the movements of one day and currency: by the transaction that a movement names, else by the amount, else by the sum of days.
 * Removes what it matches from the pools.
 */
export function matchDay(movements: readonly Movement[], pools: Pools): void {
  const { sales, commissions } = pools;
  const open = (kind: PayoutLineKind): Movement[] =>
    movements.filter((one) => one.kind === kind && one.match === undefined);
  const orders = new Map<string, string>();
  for (const movement of [...open('sale'), ...open('refund')]) {
    const { named = '', amount, time } = movement;
    byName(movement, sales, orders);
    const orderCode = orders.get(named);
    // A refund can name the payment.
    if (movement.match === undefined && amount < 0 && orderCode !== undefined)
      match(movement, sales, sales.refundsOfOrder(amount, time, orderCode));
    if (movement.reason === null) expectCommissions(movement.match?.members ?? [], commissions);
  }
  bySaleOrSum(open('sale'), pools);
  for (const movement of open('refund')) match(movement, sales, ownOf(movement, sales));
  for (const movement of open('commission')) byName(movement, commissions, orders);
  for (const movement of open('commission'))
    match(movement, commissions, commissions.oldest(movement.amount, movement.time));
  matchSum(open('commission'), commissions, grossOf);
}

/** Matches a movement whose text names the sale. Notes the sale's order. */
function byName(movement: Movement, pool: ExpectedMovements, orders: Map<string, string>): void {
  const { named = '', amount, kind } = movement;
  const sale = pool.find(named);
  if (sale === undefined) return;
  orders.set(named, sale.orderCode);
  if (sale.amount === amount) match(movement, pool, [sale]);
  else if (amount > 0 || kind === 'commission')
    Object.assign(movement, { match: { by: 'sale', members: [sale] }, reason: 'amount-differs' });
}

/** Matches clearances: each by its own sale, or all of the day by sums of days if amounts remain that no sale explains. */
function bySaleOrSum(movements: readonly Movement[], pools: Pools): void {
  const { sales, commissions } = pools;
  for (const movement of movements) match(movement, sales, ownOf(movement, sales));
  const remaining = movements.filter((movement) => movement.match === undefined);
  if (remaining.length > 0 && !matchGrossOrNet(remaining, pools)) {
    // An amount can equal that of one sale by chance, so the sums are also tried without the matches by amount.
    const found = movements.map((movement) => movement.match);
    const members = found.flatMap((one) => one?.members ?? []);
    for (const one of members) sales.add(one);
    for (const movement of movements) movement.match = undefined;
    if (!matchGrossOrNet(movements, pools)) {
      sales.remove(members);
      for (const [index, movement] of movements.entries()) movement.match = found[index];
    }
  }
  for (const one of movements)
    if (one.match?.by === 'sale') expectCommissions(one.match.members, commissions);
}

/** Matches sums of gross amounts, or of amounts less their commission, which then has no movement. */
function matchGrossOrNet(movements: readonly Movement[], { sales, commissions }: Pools): boolean {
  const isGross = matchSum(movements, sales, grossOf);
  if (isGross) expectCommissions(movements[0]?.match?.members ?? [], commissions);
  return isGross || matchSum(movements, sales, ({ amount, commission }) => amount + commission);
}

/** Matches all movements together. @returns whether successive days have their sum. */
function matchSum(movements: readonly Movement[], pool: ExpectedMovements, value: ValueOf): boolean {
  if (movements.length === 0) return false;
  const latest = Math.max(...movements.map(({ time }) => time));
  const members = pool.daysWithSum(sumOf(movements), latest, value);
  pool.remove(members);
  if (members.length === 0) return false;
  for (const [index, movement] of movements.entries())
    movement.match = { by: 'sum', members: index === 0 ? members : [] };
  return true;
}

function match(movement: Movement, pool: ExpectedMovements, members: readonly Expected[]): void {
  pool.remove(members);
  if (members.length > 0) movement.match = { by: 'sale', members };
}

/** Returns the sale or refund of this amount, or the refunds of one order that a negative movement sums up. */
function ownOf({ amount, time }: Movement, sales: ExpectedMovements): Expected[] {
  const own = sales.oldest(amount, time);
  return own.length > 0 || amount >= 0 ? own : sales.refundsOfOrder(amount, time);
}

/** Adds the commissions of cleared sales, because they have movements of their own. */
function expectCommissions(cleared: readonly Expected[], commissions: ExpectedMovements): void {
  for (const sale of cleared)
    if (sale.commission !== 0)
      commissions.add({ ...sale, kind: 'commission', amount: sale.commission, commission: 0 });
}
