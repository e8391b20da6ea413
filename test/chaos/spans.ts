/** One run of a handler, in a process. Times in nanoseconds of the machine's monotonic clock. */
export interface Span {
  process: string;
  lane: string;
  from: bigint;
  to: bigint;
}

/** Reads what `lane-log.mjs` wrote; what has no end ended with the process. */
export function spansOf(process: string, text: string, endedAt: bigint): Span[] {
  const spans = new Map<string, Span>();
  for (const line of text.split('\n')) {
    const [what, id = '', at, lane = ''] = line.split(' ');
    const open = spans.get(id);
    if (what === 'begin' && at !== undefined) spans.set(id, { process, lane, from: BigInt(at), to: endedAt });
    else if (what === 'end' && at !== undefined && open !== undefined) open.to = BigInt(at);
  }
  return [...spans.values()];
}

/** Pairs of one lane that ran at the same time. */
export function overlapsAmong(spans: readonly Span[]): string[] {
  const found: string[] = [];
  const last = new Map<string, Span>();
  for (const span of [...spans].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const before = last.get(span.lane);
    if (before !== undefined && span.from < before.to)
      found.push(
        `order ${span.lane} was handled by ${before.process} and ${span.process} at once, for ${(before.to - span.from) / 1000n} µs`,
      );
    if (before === undefined || span.to > before.to) last.set(span.lane, span);
  }
  return found;
}
