import type { DeadLetterReason } from '../../inbox/inbox-store.js';
import { replayAll } from '../../inbox/replay-all.js';
import { UsageError } from '../command.js';
import { statsText, summaryOf, summaryText, withoutSecrets } from './letter-text.js';
import type { InboxDesk } from './open-inbox.js';

/** What an action is asked for. */
export interface InboxRequest {
  ids: readonly string[];
  all: boolean;
  reason: DeadLetterReason | undefined;
  /** Null: the PayModule without a name. */
  account: string | null | undefined;
  limit: number | undefined;
  before: string | undefined;
}

/** What came of it, for machines and for people. */
export interface InboxAnswer {
  code: 0 | 1;
  data: unknown;
  text: string;
}

/** Reads a request before a database is opened. @throws UsageError for one that is none. */
export type InboxAction = (request: InboxRequest) => (store: InboxDesk) => Promise<InboxAnswer>;

const PAGE = 100;
const TAKEN_UP = 'the application tries it again when it runs';

/** How much waits, and what was given up. */
export const list: InboxAction = ({ ids, reason, account, limit = PAGE, before }) => {
  if (ids.length > 0) throw new UsageError(`inbox list takes no ${ids[0]}; to see one: inbox show ${ids[0]}`);
  return async (store) => {
    const stats = await store.stats(account);
    const letters = await store.deadLetters({ reason, account, limit, before });
    const next = letters.length === limit ? (letters.at(-1)?.id ?? null) : null;
    const more = next === null ? '' : `older ones: --before ${next}\n`;
    return {
      code: 0,
      data: { stats, deadLetters: letters.map(summaryOf), next },
      text: statsText(stats) + letters.map(summaryText).join('') + more,
    };
  };
};

/** One dead letter with its delivery. */
export const show: InboxAction = ({ ids }) => {
  const [id, ...rest] = ids;
  if (id === undefined || rest.length > 0)
    throw new UsageError('inbox show: expected one id; inbox list names them');
  return async (store) => {
    const letter = await store.deadLetter(id);
    if (letter === null) return { code: 1, data: null, text: `${id}: ${NONE}\n` };
    const data = withoutSecrets(letter);
    return { code: 0, data, text: `${summaryText(letter)}${JSON.stringify(data, null, 2)}\n` };
  };
};

/** Dead letters are tried again: some, or all of a reason. */
export const replay: InboxAction = ({ ids, all, reason, account }) => {
  if (!all) {
    if (reason !== undefined || account !== undefined)
      throw new UsageError('inbox replay: --reason and --account go with --all');
    return each('replay', ids, 'replayed', TAKEN_UP);
  }
  if (ids.length > 0) throw new UsageError('inbox replay: ids or --all, not both');
  // Of what was refused, most is forged: nobody tries it all again by a slip.
  if (reason === undefined)
    throw new UsageError('inbox replay --all: say --reason failed, crashed, unconfirmed or refused');
  return async (store) => {
    const count = await replayAll(store, { reason, account });
    return { code: 0, data: { replayed: count }, text: `${count} replayed: ${TAKEN_UP}\n` };
  };
};

/** Dead letters are taken as settled. */
export const discard: InboxAction = ({ ids }) => each('discard', ids, 'discarded', 'taken as settled');

const NONE = 'no dead letter has this id now: it was replayed or discarded, or never was one';

function each(
  name: 'replay' | 'discard',
  ids: readonly string[],
  done: 'replayed' | 'discarded',
  meaning: string,
): ReturnType<InboxAction> {
  if (ids.length === 0) throw new UsageError(`inbox ${name}: expected ids; inbox list names them`);
  return async (store) => {
    const found: string[] = [];
    const missing: string[] = [];
    for (const id of ids) ((await store[name](id)) ? found : missing).push(id);
    return {
      code: missing.length === 0 ? 0 : 1,
      data: { [done]: found, missing },
      text: ids.map((id) => `${id}: ${found.includes(id) ? `${done}, ${meaning}` : NONE}\n`).join(''),
    };
  };
}
