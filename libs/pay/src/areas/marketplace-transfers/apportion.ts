/**
 * Divides a whole number in proportion to weights, into whole numbers that add up to it.
 * Each part is rounded down. The remaining units go to the largest remainders, one each; on a tie, to the first.
 */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  const parts = weights.map((weight, index) => {
    const exact = BigInt(total) * BigInt(weight);
    return { index, part: exact / sum, remainder: exact % sum };
  });
  const left = total - parts.reduce((all, { part }) => all + Number(part), 0);
  const roundedUp = [...parts]
    .sort(
      (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) || a.index - b.index,
    )
    .slice(0, left)
    .map(({ index }) => index);
  return parts.map(({ index, part }) => Number(part) + Number(roundedUp.includes(index)));
}
