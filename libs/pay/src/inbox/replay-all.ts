import type { DeadLetterReplay, PayDeadLetter, PayInboxStore } from './inbox-store.js';

/**
 * Replays all dead letters of a reason, oldest first, so that events of one order keep their order.
 *
 * @returns the number of replayed dead letters.
 */
export async function replayAll(
  store: Pick<PayInboxStore, 'deadLetters' | 'replay'>,
  { reason, account }: DeadLetterReplay,
): Promise<number> {
  const ids: string[] = [];
  let page: PayDeadLetter[];
  do {
    page = await store.deadLetters({ reason, account, before: ids.at(-1) });
    ids.push(...page.map(({ id }) => id));
  } while (page.length > 0);
  let count = 0;
  for (const id of ids.toReversed()) if (await store.replay(id)) count++;
  return count;
}
