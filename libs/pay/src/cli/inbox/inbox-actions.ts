import type { DeadLetterReason } from '../../inbox/dead-letters.js';
import { replayAll } from '../../inbox/dead-letters.js';
import { printableText } from '../../core/values/printable-text.js';
import { UsageError } from '../command.js';
import { statsText, summaryOf, summaryText, withoutSecrets } from './dead-letter-text.js';
import type { DeadLetterStore } from './open-inbox.js';

/** Arguments of an action. */
export interface InboxRequest {
  ids: readonly string[];
  all: boolean;
  reason: DeadLetterReason | undefined;
  /** Name of the PayModule, or null for the default account. */
  account: string | null | undefined;
  limit: number | undefined;
  before: string | undefined;
}

/** Result of an action, as data and as text. */
export interface InboxResponse {
  code: 0 | 1;
  data: unknown;
  text: string;
}

/** Checks the arguments, and returns a function that runs the action on a store. @throws UsageError if they are invalid. */
export type InboxAction = (request: InboxRequest) => (store: DeadLetterStore) => Promise<InboxResponse>;

const PAGE = 100;
const RETRY_TEXT = 'the application processes it again when it runs';

/** Lists the dead letters and the number of waiting events. */
export const list: InboxAction = ({ ids, reason, account, limit = PAGE, before }) => {
  if (ids.length > 0)
    throw new UsageError(
      `inbox list does not take ${ids[0]}; to show one dead letter, use inbox show ${ids[0]}`,
    );
  return async (store) => {
    const stats = await store.stats(account);
    const found = await store.deadLetters({ reason, account, limit, before });
    const next = found.length === limit ? (found.at(-1)?.id ?? null) : null;
    const more = next === null ? '' : `next page: --before ${next}\n`;
    return {
      code: 0,
      data: { stats, deadLetters: found.map(summaryOf), next },
      text: statsText(stats) + found.map(summaryText).join('') + more,
    };
  };
};

/** Shows one dead letter with its delivery. */
export const show: InboxAction = ({ ids }) => {
  const [id, ...rest] = ids;
  if (id === undefined || rest.length > 0)
    throw new UsageError('inbox show: expected one ID; inbox list shows the IDs');
  return async (store) => {
    const deadLetter = await store.deadLetter(id);
    if (deadLetter === null) return { code: 1, data: null, text: `${printableText(id)}: ${NOT_FOUND}\n` };
    const data = withoutSecrets(deadLetter);
    return { code: 0, data, text: `${summaryText(deadLetter)}${JSON.stringify(data, null, 2)}\n` };
  };
};

/** Replays dead letters: some, or all with one reason. */
export const replay: InboxAction = ({ ids, all, reason, account }) => {
  if (!all) {
    if (reason !== undefined || account !== undefined)
      throw new UsageError('inbox replay: --reason and --account go with --all');
    return each('replay', ids, 'replayed', RETRY_TEXT);
  }
  if (ids.length > 0) throw new UsageError('inbox replay takes IDs or --all, not both');
  if (reason === undefined) throw new UsageError('inbox replay --all: add --reason failed or crashed');
  return async (store) => {
    const count = await replayAll(store, { reason, account });
    return { code: 0, data: { replayed: count }, text: `${count} replayed: ${RETRY_TEXT}\n` };
  };
};

/** Discards dead letters: they are never processed. */
export const discard: InboxAction = ({ ids }) =>
  each('discard', ids, 'discarded', 'it will not be processed');

const NOT_FOUND = 'no dead letter has this ID';

function each(
  name: 'replay' | 'discard',
  ids: readonly string[],
  done: 'replayed' | 'discarded',
  meaning: string,
): ReturnType<InboxAction> {
  if (ids.length === 0) throw new UsageError(`inbox ${name}: expected IDs; inbox list shows the IDs`);
  return async (store) => {
    const found: string[] = [];
    const missing: string[] = [];
    for (const id of ids) ((await store[name](id)) ? found : missing).push(id);
    return {
      code: missing.length === 0 ? 0 : 1,
      data: { [done]: found, missing },
      text: ids
        .map((id) => `${printableText(id)}: ${found.includes(id) ? `${done}, ${meaning}` : NOT_FOUND}\n`)
        .join(''),
    };
  };
}
