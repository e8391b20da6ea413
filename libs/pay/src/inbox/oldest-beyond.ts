/** What is too much where only the newest `keep` of each group stay. */
export function oldestBeyond<Entry>(
  entries: readonly Entry[],
  keep: number,
  groupOf: (entry: Entry) => unknown,
): Entry[] {
  const kept = new Map<unknown, number>();
  return entries.toReversed().filter((entry) => {
    const place = (kept.get(groupOf(entry)) ?? 0) + 1;
    kept.set(groupOf(entry), place);
    return place > keep;
  });
}
