import type { FieldError } from './method-return.js';

/** Longer than any option's name: it is no slip, and comparing it would take its time. */
const MAX_NAME = 60;

/** The name most like the given one, if it is so like it that a slip is probable. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  if (given.length > MAX_NAME) return undefined;
  const [best] = names
    .map((name) => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.name.length / 3))
    ? best.name
    : undefined;
}

/** The end of a sentence about a name that is refused: the known one that was probably meant. */
export function didYouMean(given: string, names: readonly string[], before = ''): string {
  const nearest = nearestName(given, names);
  return nearest === undefined ? '' : `: did you mean ${before}${nearest}?`;
}

/** What is given and no option there, where all options are known. JavaScript and objects that are spread get past the compiler. */
export function unknownOptions(given: object, names: readonly string[]): FieldError[] {
  return Object.entries(given)
    .filter(([name, value]) => value !== undefined && !names.includes(name))
    .map(([field]) => ({ field, problem: `is not an option${didYouMean(field, names)}` }));
}

/** Stricter, for where a name that is not known may be right: one letter off, two swapped, other capitals, underscores, or an `is` before it. */
export function isSlip(given: string, known: string): boolean {
  if (given.length > MAX_NAME) return false;
  const [a, b] = [given, known].map((name) => name.toLowerCase().replace(/[_-]|^is/g, ''));
  return a === b || ((b?.length ?? 0) >= 5 && editDistance(a ?? '', b ?? '') === 1);
}

/** Counts the letters to add, drop, replace, or swap with the next one, to turn one word into the other. */
export function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      next[j] = Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}
