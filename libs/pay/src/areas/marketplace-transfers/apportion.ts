/**
 * Shares a whole number out in proportion to weights, in whole numbers that add up to it: each gets its exact part
 * rounded down, and what is left goes one by one to the largest remainders, of equal ones to the first.
 */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  const parts = weights.map((weight, index) => {
    const exact = BigInt(total) * BigInt(weight);
    return { index, part: exact / sum, remainder: exact % sum };
  });
  const left = total - parts.reduce((all, { part }) => all + Number(part), 0);
  const favoured = [...parts]
    .sort(
      (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) || a.index - b.index,
    )
    .slice(0, left)
    .map(({ index }) => index);
  return parts.map(({ index, part }) => Number(part) + Number(favoured.includes(index)));
}
