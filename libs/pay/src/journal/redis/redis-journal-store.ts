import { randomUUID } from 'node:crypto';
import type { PayInquiry } from '../../core/inquiry.js';
import { succeedOnce } from '../../core/succeed-once.js';
import { RedisCommands } from '../../stores/redis/redis-commands.js';
import { readRedisOptions } from '../../stores/redis/redis-options.js';
import type { RedisClosable, RedisPlace, RedisStoreOptions } from '../../stores/redis/redis-options.js';
import { prepareRedis } from '../../stores/redis/redis-server.js';
import type { RedisKeeping } from '../../stores/redis/redis-server.js';
import type {
  JournalLease,
  JournalTurn,
  NewJournalEntry,
  PayJournalEntry,
  PayJournalStore,
} from '../journal-store.js';
import { JOURNAL_SCRIPTS } from './journal-scripts.js';
import type { JournalScript } from './journal-scripts.js';

/** A journal in Redis. */
export interface RedisJournal extends PayJournalStore, RedisClosable {
  /** What would settle the other entries that are not done and ask about this id, in whatever capitals. */
  openAbout(id: string, exceptKey: string): Promise<PayInquiry[]>;
}

/**
 * Keeps a journal in Redis (6.2 or newer; tried with 7.0). **What Redis loses, the journal forgets, and what it forgot may be
 * done twice**: `appendonly yes` and `appendfsync always`, docs/journal.md.
 *
 * @throws RangeError for an option out of its range.
 * @example new PayJournal({ store: redisJournal({ connection: new Redis(process.env.REDIS_URL) }) })
 */
export function redisJournal(options: RedisStoreOptions): RedisJournal {
  return new RedisJournalStore(readRedisOptions(options, 'journal'));
}

type Begun =
  | ['new' | 'busy' | 'different']
  | ['done', answer: string]
  | ['unsettled', inquiry: string, sentAgoMs: string];
type Row = [
  state: PayJournalEntry['state'] | null,
  inquiry: string,
  answer: string | null,
  transactionId: string | null,
  sent: string,
];

const KEEPING: RedisKeeping = {
  store: 'journal',
  what: 'entries of calls that moved money',
  warning: 'PayJournalWarning',
  layout: 1,
};
const FORGOTTEN_AT_ONCE = 1_000;

/** The store: one script for each method, and Redis runs a script whole, beside nothing else. */
class RedisJournalStore implements RedisJournal {
  readonly #redis: RedisCommands<JournalScript>;
  readonly #prepare = succeedOnce(() => prepareRedis(this.#redis, this.place, KEEPING));

  constructor(private readonly place: RedisPlace) {
    this.#redis = new RedisCommands(JOURNAL_SCRIPTS, place.connection, place.timeoutMs);
  }

  migrate(): Promise<void> {
    return this.#prepare();
  }

  async begin({ key, fingerprint, inquiry }: NewJournalEntry, leaseMs: number): Promise<JournalTurn> {
    // On a server that may throw an entry away nothing is sent.
    await this.#prepare();
    const token = randomUUID();
    const lease = { key, token };
    // Given up, but it did happen: nobody works on it, so the key must not stay taken.
    const late = (answer: unknown): void => {
      const [state] = answer as Begun;
      if (state === 'new') this.release(lease).catch(() => undefined);
      if (state === 'unsettled') this.abandon(lease).catch(() => undefined);
    };
    const args = this.#args(key, token, fingerprint, leaseMs, JSON.stringify(inquiry));
    const begun = (await this.#redis.run('begin', args, late)) as Begun;
    switch (begun[0]) {
      case 'new':
        return { state: 'new', token };
      case 'done':
        return { state: 'done', answer: begun[1] };
      case 'unsettled':
        return { state: 'unsettled', token, inquiry: inquiryIn(begun[1]), sentAgoMs: Number(begun[2]) };
      default:
        return { state: begun[0] };
    }
  }

  renew({ key, token }: JournalLease, leaseMs: number): Promise<boolean> {
    return this.#is('renew', key, token, leaseMs);
  }

  resend({ key, token }: JournalLease, inquiry: PayInquiry | null): Promise<boolean> {
    return this.#is('resend', key, token, JSON.stringify(inquiry));
  }

  async complete(
    { key, token }: JournalLease,
    answer: string,
    transactionId: string | null,
  ): Promise<'done' | 'lost' | 'taken'> {
    const kept = await this.#run('complete', key, token, answer, transactionId ?? '');
    return kept as 'done' | 'lost' | 'taken';
  }

  abandon({ key, token }: JournalLease): Promise<boolean> {
    return this.#is('abandon', key, token);
  }

  release({ key, token }: JournalLease): Promise<boolean> {
    return this.#is('release', key, token);
  }

  async openAbout(id: string, exceptKey: string): Promise<PayInquiry[]> {
    const small = id.toLowerCase();
    // Lua knows the capitals of ASCII only.
    const part = /^[\x20-\x7e]*$/.test(small) ? JSON.stringify(small) : '';
    const texts = (await this.#run('openAbout', exceptKey, part)) as string[];
    const inquiries = texts.map(inquiryIn).filter((inquiry) => inquiry !== null);
    return inquiries.filter((inquiry) => inquiry.id.toLowerCase() === small);
  }

  async find(key: string): Promise<PayJournalEntry | null> {
    return entryOf(key, (await this.#run('find', key)) as Row);
  }

  resolve(key: string, answer: string | null, transactionId: string | null = null): Promise<boolean> {
    return answer === null ? this.#is('drop', key) : this.#is('settle', key, answer, transactionId ?? '');
  }

  async unknown(limit: number): Promise<PayJournalEntry[]> {
    const rows = (await this.#run('unknown', limit)) as [key: string, row: Row][];
    return rows.map(([key, row]) => entryOf(key, row)).filter((entry) => entry !== null);
  }

  /** Asks until nothing is left: a script that takes long holds up everybody. */
  async forget(olderThanMs: number): Promise<number> {
    let all = 0;
    for (;;) {
      const count = Number(await this.#run('forget', olderThanMs, FORGOTTEN_AT_ONCE));
      all += count;
      if (count < FORGOTTEN_AT_ONCE) return all;
    }
  }

  close(): Promise<void> {
    return this.#redis.close();
  }

  #run(script: JournalScript, ...args: (string | number)[]): Promise<unknown> {
    return this.#redis.run(script, this.#args(...args));
  }

  #args(...args: (string | number)[]): (string | number)[] {
    return [this.place.name, this.place.now(), ...args];
  }

  async #is(script: JournalScript, ...args: (string | number)[]): Promise<boolean> {
    return Number(await this.#run(script, ...args)) === 1;
  }
}

function entryOf(key: string, [state, inquiry, answer, transactionId, sent]: Row): PayJournalEntry | null {
  if (state === null) return null;
  const sentAt = new Date(Number(sent)).toISOString();
  return { key, state, answer, transactionId, sentAt, inquiry: inquiryIn(inquiry) };
}

function inquiryIn(text: string): PayInquiry | null {
  return JSON.parse(text) as PayInquiry | null;
}
