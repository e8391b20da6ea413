/** One run of a handler, in a process. Times in nanoseconds of the machine's monotonic clock. */
export interface Span {
  process: string;
  order: string;
  from: bigint;
  to: bigint;
}

/** Parses a log of `handler-log.mjs`. A run without an end ended with its process. */
export function spansOf(process: string, text: string, endedAt: bigint): Span[] {
  const spans = new Map<string, Span>();
  for (const line of text.split('\n')) {
    const [kind, id = '', at, order = ''] = line.split(' ');
    const open = spans.get(id);
    if (kind === 'begin' && at !== undefined)
      spans.set(id, { process, order, from: BigInt(at), to: endedAt });
    else if (kind === 'end' && at !== undefined && open !== undefined) open.to = BigInt(at);
  }
  return [...spans.values()];
}

/** Finds handlers of one order that ran at the same time. */
export function overlapsAmong(spans: readonly Span[]): string[] {
  const found: string[] = [];
  const last = new Map<string, Span>();
  for (const span of [...spans].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const before = last.get(span.order);
    if (before !== undefined && span.from < before.to)
      found.push(
        `order ${span.order} was handled by ${before.process} and ${span.process} at the same time, for ${(before.to - span.from) / 1000n} µs`,
      );
    if (before === undefined || span.to > before.to) last.set(span.order, span);
  }
  return found;
}
