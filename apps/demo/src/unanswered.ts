/** How long a request can be under way: far longer than the library waits for an answer. */
const LONGEST_CALL_MS = 5 * 60_000;
/** How long a request without an answer could still be carried out. */
const LONGEST_DELAY_MS = 10 * 60_000;

/** Whether what was sent then will not be answered any more, as when the process died: what became of it is unknown. */
export function isUnanswered(sentAt: number, now: number): boolean {
  return now - sentAt > LONGEST_CALL_MS;
}

/** Whether an operator may find that what was sent then and never answered did not happen. */
export function canNoLongerHappen(sentAt: number, now: number): boolean {
  return now - sentAt >= LONGEST_DELAY_MS;
}
