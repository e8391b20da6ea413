import { randomUUID } from 'node:crypto';
import { RedisCommands } from '../../stores/redis/redis-commands.js';
import type { RedisClosable, RedisPlace } from '../../stores/redis/redis-options.js';
import { prepareRedis } from '../../stores/redis/redis-server.js';
import type { RedisKeeping } from '../../stores/redis/redis-server.js';
import type {
  ClaimedInboxEntry,
  DeadLetterFilter,
  DeadLetterReason,
  InboxClaim,
  InboxLease,
  InboxRemains,
  InboxRetry,
  NewInboxEntry,
  PayDeadLetter,
  PayInboxStore,
  PayInboxStats,
  UnconfirmedCount,
} from '../inbox-store.js';
import { isServiceSource } from '../lane.js';
import { readDelivery, UNREADABLE_DELIVERY, unreadableDelivery } from '../stored-delivery.js';
import { INBOX_SCRIPTS } from './scripts/index.js';
import type { InboxScript } from './scripts/index.js';

type Claimed = [
  id: string,
  delivery: string,
  lane: string | null,
  ...counts: [attempt: number, refusals: string, doubts: string, ageMs: string],
];
type Letter = [
  id: string,
  reason: DeadLetterReason,
  error: string | null,
  ...times: [attempts: number, received: string, finished: string],
  ...what: [delivery: string, key: string, scope: string],
];

const KEEPING: RedisKeeping = {
  store: 'inbox',
  what: 'events that were answered 200',
  warning: 'PayInboxWarning',
  layout: 1,
};
const ID = /^\d{1,18}$/;
const FORGOTTEN_AT_ONCE = 1_000;

/** A store in Redis. It has no transaction: `@PayTransaction()` does not boot with it. */
export interface RedisStore extends PayInboxStore<never>, RedisClosable {}

/** The store: one script for each method, and Redis runs a script whole, beside nothing else. */
export class RedisInboxStore implements RedisStore {
  readonly transactional = false;
  readonly #redis: RedisCommands<InboxScript>;

  constructor(private readonly place: RedisPlace) {
    this.#redis = new RedisCommands(INBOX_SCRIPTS, place.connection, place.timeoutMs);
  }

  migrate(): Promise<void> {
    return prepareRedis(this.#redis, this.place, KEEPING);
  }

  async add(entry: NewInboxEntry): Promise<'stored' | 'duplicate'> {
    const { key, fingerprint, lane, delivery, source = null, confirmable = true } = entry;
    const isNew = await this.#is(
      'add',
      key,
      fingerprint,
      optional(lane),
      optional(delivery.account),
      JSON.stringify(delivery),
      optional(source),
      isServiceSource(source) ? 'service' : 'other',
      confirmable ? 1 : 0,
    );
    return isNew ? 'stored' : 'duplicate';
  }

  async claim({ worker, limit, leaseMs }: InboxClaim): Promise<ClaimedInboxEntry[]> {
    const token = randomUUID();
    // Given up, but it did happen: nobody works on these, so they must not wait for the end of their lease.
    const late = (answer: unknown): void => {
      for (const [id] of answer as Claimed[]) this.release({ id, token }).catch(() => undefined);
    };
    const args = this.#args([limit, leaseMs, worker, token]);
    const claimed = (await this.#redis.run('claim', args, late)) as Claimed[];
    const entries: ClaimedInboxEntry[] = [];
    for (const [id, text, lane, ...counts] of claimed) {
      const [attempt = 1, refusals = 0, doubts = 0, ageMs = 0] = counts.map(Number);
      const delivery = readDelivery(text);
      if (delivery === null) await this.bury({ id, token }, 'unconfirmed', UNREADABLE_DELIVERY);
      else entries.push({ id, token, lane, attempt, refusals, doubts, ageMs, delivery });
    }
    return entries;
  }

  renew({ id, token }: InboxLease, leaseMs: number): Promise<boolean> {
    return this.#is('renew', id, token, leaseMs);
  }

  complete({ id, token }: InboxLease): Promise<boolean> {
    return this.#is('complete', id, token);
  }

  /** Rejects: Redis has no transaction that a handler could write in. */
  work(): Promise<boolean> {
    return Promise.reject(new TypeError('the Redis store has no transaction to work in'));
  }

  fail(
    { id, token }: InboxLease,
    { error, retryInMs, holdsLane, counts = 'attempt' }: InboxRetry,
  ): Promise<boolean> {
    return this.#is('fail', id, token, error.slice(0, 1000), retryInMs, holdsLane ? 1 : 0, counts);
  }

  bury({ id, token }: InboxLease, reason: DeadLetterReason, error: string): Promise<boolean> {
    return this.#is('bury', id, token, reason, error.slice(0, 1000));
  }

  release({ id, token }: InboxLease): Promise<boolean> {
    return this.#is('release', id, token);
  }

  async deadLetters({ reason, account, limit = 100, before }: DeadLetterFilter = {}): Promise<
    PayDeadLetter[]
  > {
    const list = ['dead', reason, account === undefined ? undefined : optional(account)];
    const letters = await this.#run(
      'deadLetters',
      list.filter((part) => part !== undefined).join(':'),
      before !== undefined && ID.test(before) ? before : '',
      limit,
    );
    return (letters as Letter[]).map(letterOf);
  }

  async deadLetter(id: string): Promise<PayDeadLetter | null> {
    const letter = ID.test(id) ? ((await this.#run('deadLetter', id)) as Letter | null) : null;
    return letter === null ? null : letterOf(letter);
  }

  replay(id: string): Promise<boolean> {
    return ID.test(id) ? this.#is('replay', id) : Promise.resolve(false);
  }

  discard(id: string): Promise<boolean> {
    return ID.test(id) ? this.#is('discard', id) : Promise.resolve(false);
  }

  async stats(account?: string | null): Promise<PayInboxStats> {
    const list = account === undefined ? '' : `:${optional(account)}`;
    const answer = (await this.#run('stats', list)) as (number | string | null)[];
    const [backlog = 0, age = null, dead = 0, unconfirmed = 0, refused = 0] = answer;
    return {
      backlog: Number(backlog),
      oldestAgeMs: age === null ? null : Number(age),
      dead: Number(dead),
      unconfirmed: Number(unconfirmed),
      refused: Number(refused),
    };
  }

  async unconfirmed(account: string | null): Promise<UnconfirmedCount[]> {
    const answer = (await this.#run('unconfirmed', optional(account))) as string[];
    const counts: UnconfirmedCount[] = [];
    for (let at = 0; at < answer.length; at += 2)
      counts.push({ source: textOf(answer[at] ?? ''), waiting: Number(answer[at + 1]) });
    return counts;
  }

  async forget(olderThanMs: number, remains?: InboxRemains): Promise<number> {
    const old = await this.#all('forget', olderThanMs);
    return remains === undefined ? old : old + (await this.#all('trim', remains.done, remains.dead));
  }

  /** Asks until nothing is left: a script that takes long holds up everybody. */
  async #all(script: 'forget' | 'trim', ...args: number[]): Promise<number> {
    let all = 0;
    for (;;) {
      const count = Number(await this.#run(script, ...args, FORGOTTEN_AT_ONCE));
      all += count;
      if (count < FORGOTTEN_AT_ONCE) return all;
    }
  }

  close(): Promise<void> {
    return this.#redis.close();
  }

  #run(script: InboxScript, ...args: (string | number)[]): Promise<unknown> {
    return this.#redis.run(script, this.#args(args));
  }

  #args(args: (string | number)[]): (string | number)[] {
    return [this.place.name, this.place.now(), ...args];
  }

  async #is(script: InboxScript, ...args: (string | number)[]): Promise<boolean> {
    return Number(await this.#run(script, ...args)) === 1;
  }
}

/** Redis has no null: a text is told from none by what it begins with. */
function optional(text: string | null): string {
  return text === null ? '-' : `=${text}`;
}

/** What `optional` made a text of. */
function textOf(optionalText: string): string | null {
  return optionalText === optional(null) ? null : optionalText.slice(1);
}

function letterOf([
  id,
  reason,
  error,
  attempts,
  received,
  finished,
  text,
  key,
  scope,
]: Letter): PayDeadLetter {
  return {
    id,
    reason,
    error: error ?? '',
    attempts: Number(attempts),
    receivedAt: new Date(Number(received)).toISOString(),
    buriedAt: new Date(Number(finished)).toISOString(),
    delivery: readDelivery(text) ?? unreadableDelivery(key, textOf(scope)),
  };
}
