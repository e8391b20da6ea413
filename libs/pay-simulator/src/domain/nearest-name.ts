/** Share of common letters from which two names are similar. */
const MIN_SHARE = 0.75;
/** Longer names are not compared, which would be slow. */
const MAX_NAME = 100;

/** Suggests the name that was probably intended, as the end of a clause. Empty if no name is similar. */
export function didYouMean(input: string, names: readonly string[], before = ''): string {
  const name = nearestName(input, names);
  return name === undefined ? '' : `: did you mean ${before}${name}?`;
}

/** Finds the most similar name, if it is probably the intended one. */
export function nearestName(input: string, names: readonly string[]): string | undefined {
  if (input.length > MAX_NAME) return undefined;
  const [best] = names
    .map((name) => ({ name, share: commonShare(input.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => b.share - a.share);
  if (best !== undefined && best.share >= MIN_SHARE) return best.name;
  return names.find((name) => input.startsWith(`${name}-`)); // such as `order` for `order-code`
}

/** Returns the share of letters that two words have in common. Their order does not count, because swaps are frequent typos. */
function commonShare(one: string, other: string): number {
  const rest = [...one].reduce((left, letter) => left.replace(letter, ''), other);
  return (2 * (other.length - rest.length)) / (one.length + other.length);
}
