import { groupsOf, sumOf } from './expected-movements.js';
import type { Movement } from './match-day.js';
import type { Statement, StatementLine } from './mt940.js';
import { movementOfLine } from './payout-rows.js';

/** What the statement of a day and currency says about its movements. */
export interface StatementMatch {
  /** Change of balance. Null if the service has no statement. */
  readonly change: number | null;
  /** Movements that the statement lacks. */
  readonly missing: ReadonlySet<Movement>;
  /** Lines that have no movement, and whether the change of balance contains them. */
  readonly added: readonly Movement[];
  readonly isAddedInChange: boolean;
  /** Part of the change that neither movements nor lines explain. */
  readonly gap: number;
}

/** Compares the movements of a day and currency with the lines of the statements. */
export function matchStatement(
  movements: readonly Movement[],
  statements: readonly Statement[],
  day: string,
): StatementMatch {
  const [first] = statements;
  const none = { change: null, missing: new Set<Movement>(), added: [], isAddedInChange: false, gap: 0 };
  if (first === undefined) return none;
  const missing = new Set(movements);
  const lines = withoutMovement(
    statements.flatMap((one) => one.lines),
    missing,
  );
  const change = statements.reduce((sum, { opening, closing }) => sum + closing - opening, 0);
  const rest = change - sumOf(movements);
  // A statement can sum up movements. Then only the sums can be compared.
  if (sumOf(lines) === sumOf([...missing])) return { ...none, change, gap: rest };
  const added = lines.map((line) => movementOfLine(line, day, first.currencyCode));
  const isAddedInChange = rest !== 0;
  return { change, missing, added, isAddedInChange, gap: isAddedInChange ? rest - sumOf(lines) : 0 };
}

/** Removes the pairs of movement and line: by the reference of the line, else by the amount. @returns The other lines. */
function withoutMovement(lines: readonly StatementLine[], missing: Set<Movement>): StatementLine[] {
  const isPair = ({ amount }: StatementLine, one: Movement | undefined): boolean =>
    one?.amount === amount && missing.delete(one);
  const byReference = new Map([...missing].map((one) => [referenceOf(one.movementId ?? ''), one]));
  const others = lines.filter((line) => !isPair(line, byReference.get(referenceOf(line.reference))));
  const groups = groupsOf([...missing], ({ amount }) => String(amount));
  const byAmount = new Map(groups.map((group) => [group[0]?.amount, group]));
  return others.filter((line) => !isPair(line, byAmount.get(line.amount)?.shift()));
}

/** A reference has at most 16 characters. */
const referenceOf = (id: string): string => id.replaceAll('-', '').slice(0, 16).toLowerCase();
