import { movementOfLine } from './payout-rows.js';
import type { ReadMovement } from './payout-rows.js';
import type { Statement, StatementLine } from './mt940.js';

/** What the statement of a day and currency says about its movements. */
export interface StatementMatch {
  /** Change of balance. Null if the service has no statement. */
  change: number | null;
  /** Movements that the statement lacks. */
  readonly missing: ReadonlySet<ReadonlyMovement>;
  /** Lines that have no movement, and whether the change of balance contains them. */
  readonly added: readonly ReadMovement[];
  readonly isAddedInChange: boolean;
  /** Part of the change that neither movements nor lines explain. */
  readonly gap: number;
}
type ReadonlyMovement = Readonly<ReadMovement>;

/** Compares the movements of a day and currency with the lines of the statement. */
export function matchStatement(
  movements: readonly ReadMovement[],
  statements: readonly Statement[],
  day: string,
): StatementMatch {
  const [first] = statements;
  const none = { missing: new Set<ReadMovement>(), added: [], isAddedInChange: false, gap: 0 };
  if (first === undefined) return { ...none, change: null };
  const { missing, lines } = unmatched(
    movements,
    statements.flatMap((one) => one.lines),
  );
  const change = statements.reduce((sum, { opening, closing }) => sum + closing - opening, 0);
  const moved = amountOf(movements);
  const more = amountOf(lines);
  // A statement can sum up movements. Then only the sums can be compared.
  if (more === amountOf(missing)) return { ...none, change, gap: change - moved };
  const isAddedInChange = change !== moved;
  const added = lines.map((line) =>
    movementOfLine(line, day, first.currencyCode, line.amount > 0 ? 'sale' : 'commission'),
  );
  const gap = change - moved - (isAddedInChange ? more : 0);
  return { change, missing: new Set(missing), added, isAddedInChange, gap };
}

/** Removes the pairs of movement and line: by the reference of the line, else by the amount. */
function unmatched(
  movements: readonly ReadMovement[],
  lines: readonly StatementLine[],
): { missing: ReadMovement[]; lines: StatementLine[] } {
  const missing = new Set(movements);
  const byReference = new Map(movements.map((one) => [referenceOf(one.id ?? ''), one]));
  const others = lines.filter(({ reference, amount }) => {
    const own = byReference.get(referenceOf(reference));
    return own?.amount !== amount || !missing.delete(own);
  });
  const byAmount = new Map<number, ReadMovement[]>();
  for (const one of missing) byAmount.set(one.amount, [...(byAmount.get(one.amount) ?? []), one]);
  const rest = others.filter(({ amount }) => {
    const same = byAmount.get(amount)?.shift();
    return same === undefined || !missing.delete(same);
  });
  return { missing: [...missing], lines: rest };
}

/** A reference has at most 16 characters. */
const referenceOf = (id: string): string => id.replaceAll('-', '').slice(0, 16).toLowerCase();
const amountOf = (items: readonly { amount: number }[]): number =>
  items.reduce((sum, { amount }) => sum + amount, 0);
