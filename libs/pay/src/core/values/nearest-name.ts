import type { FieldError } from './plain-data.js';

/** Longer names are not compared, which would be slow. */
const MAX_NAME = 60;

/** Finds the most similar name, if it is probably the intended one. */
export function nearestName(input: string, names: readonly string[]): string | undefined {
  if (input.length > MAX_NAME) return undefined;
  const [best] = names
    .map((name) => ({ name, distance: editDistance(input.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.name.length / 3))
    ? best.name
    : undefined;
}

/** Suggests the name that was probably intended, as the end of a sentence. */
export function didYouMean(input: string, names: readonly string[], before = ''): string {
  const nearest = nearestName(input, names);
  return nearest === undefined ? '' : `: did you mean ${before}${nearest}?`;
}

/** Finds unknown options, also with the value `undefined`. The compiler does not find them in JavaScript and in spread objects. */
export function unknownNames(options: object, names: readonly string[]): FieldError[] {
  return Object.keys(options)
    .filter((name) => !names.includes(name))
    .map((field) => ({ field, problem: `is not an option${didYouMean(field, names)}` }));
}

/** Returns whether a name is misspelled: one letter differs, two are swapped, or case, underscores or an `is` prefix differ. */
export function isMisspelling(input: string, known: string): boolean {
  if (input.length > MAX_NAME) return false;
  const [a, b] = [input, known].map((name) => name.toLowerCase().replace(/[_-]|^is/g, ''));
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
