import { groupsOf, sumOf } from './expected-movements.js';
import type { Movement } from './match-day.js';
import type { Statement, StatementLine } from './mt940.js';
import { movementOfLine } from './payout-rows.js';

/**
 * Compares the movements of a day and currency with the lines of the statements.
 *
 * @returns
 * - `change`: change of balance; null if the service has no statement
 * - `missing`: movements that the statement lacks
 * - `added`: lines that have no movement, and whether the change of balance contains them
 * - `gap`: part of the change that neither movements nor lines explain
 */
export function matchStatement(movements: Movement[], statements: Statement[], day: string) {
  const none = { change: null, missing: new Set<Movement>(), added: [], isInChange: false, gap: 0 };
  const [first] = statements;
  if (first === undefined) return none;
  const all = statements.flatMap(({ lines }) => lines);
  const missing = new Set(movements);
  const lines = withoutMovement(all, missing);
  const change = statements.reduce((sum, { opening, closing }) => sum + closing - opening, 0);
  const rest = change - sumOf(movements);
  // A statement can sum up movements. Then only the sums can be compared.
  if (sumOf(lines) === sumOf([...missing])) return { ...none, change, gap: rest };
  const added = lines.map((line) => movementOfLine(line, day, first.currencyCode));
  return { change, missing, added, isInChange: rest !== 0, gap: rest === 0 ? 0 : rest - sumOf(lines) };
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
