import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/values/clock.js';
import { systemClock } from '../core/values/clock.js';
import { POSSIBLY_FORGED, RETRIED_WHEN_RECEIVED_AGAIN } from './dead-letters.js';
import { isServiceSource } from './inbox-entry.js';
import type { DeadLetterFilter, DeadLetterReason, PayDeadLetter } from './dead-letters.js';
import type {
  ClaimedInboxEntry,
  InboxClaim,
  InboxLease,
  InboxRetry,
  InboxTrimLimits,
  NewInboxEntry,
  PayInboxStats,
  PayInboxStore,
  UnconfirmedCount,
} from './inbox-store.js';
import {
  copyOf,
  countsAfter,
  deadLetterOf,
  INITIAL_STATE,
  isDone,
  isOpen,
  mustRunAlone,
  oldestBeyond,
} from './memory-entry.js';
import type { MemoryEntry } from './memory-entry.js';
import { MAX_NOTES } from './pay-inbox.js';
import type { PayInboxNote } from './pay-inbox.js';

/**
 * Stores an inbox in the memory of this process, for tests. It has no transactions.
 *
 * @example
 * const inbox = durableInbox({ store: new MemoryInboxStore() });
 * PayTestingModule.forRoot({ webhooks: { path: 'pay/webhook', inbox } });
 */
export class MemoryInboxStore implements PayInboxStore<never> {
  readonly transactional = false;
  #entries: MemoryEntry[] = [];
  #lastId = 0;

  /** @param clock - Source of the time. */
  constructor(private readonly clock: Pick<Clock, 'now'> = systemClock) {}

  migrate(): Promise<void> {
    return Promise.resolve();
  }

  add(entry: NewInboxEntry): Promise<'stored' | 'duplicate'> {
    const sameKey = this.#entries.filter(({ key }) => key === entry.key);
    const same = sameKey.find(({ fingerprint }) => fingerprint === entry.fingerprint);
    const canBeReset = same?.state === 'dead' && RETRIED_WHEN_RECEIVED_AGAIN.includes(same.reason);
    if (sameKey.some(isDone) || (same !== undefined && !canBeReset)) return Promise.resolve('duplicate');
    const now = this.clock.now();
    const { ordered = true } = entry;
    const initial = {
      ...copyOf(entry),
      ...INITIAL_STATE,
      ordered,
      blocksLaterEntries: ordered,
      dueAt: now,
      receivedAt: now,
      since: now,
    };
    if (same !== undefined) Object.assign(same, initial);
    else this.#entries.push({ ...initial, id: ++this.#lastId, reason: 'failed', error: '', finishedAt: 0 });
    return Promise.resolve('stored');
  }

  notes(topic: string): Promise<PayInboxNote['value'][]> {
    const notes = this.#entries.flatMap(({ note }) => (note?.topic === topic ? [copyOf(note.value)] : []));
    return Promise.resolve(notes.reverse().slice(0, MAX_NOTES));
  }

  claim({ limit, leaseMs, isBusy = false }: InboxClaim): Promise<ClaimedInboxEntry[]> {
    const now = this.clock.now();
    const due = this.#due(now, limit, isBusy);
    const duplicates = due.filter(({ key }) => this.#entries.some((one) => one.key === key && isDone(one)));
    this.#delete((entry) => duplicates.includes(entry));
    const claimed = due
      .filter((entry) => !duplicates.includes(entry))
      .map((entry) => {
        const token = randomUUID();
        const alone = mustRunAlone(entry);
        const attempts = entry.attempts + (entry.state === 'working' && !entry.alone ? 0 : 1);
        Object.assign(entry, { state: 'working', token, dueAt: now + leaseMs, attempts, alone });
        const { id, delivery, orderingKey, ordered, rejectedAttempts, unconfirmedAttempts, since } = entry;
        return {
          id: String(id),
          token,
          delivery: copyOf(delivery),
          orderingKey,
          ordered,
          attempt: attempts,
          rejectedAttempts,
          unconfirmedAttempts,
          alone,
          ageMs: now - since,
        };
      });
    return Promise.resolve(claimed);
  }

  renew(lease: InboxLease, leaseMs: number): Promise<boolean> {
    return this.#change(lease, () => ({ dueAt: this.clock.now() + leaseMs }));
  }

  complete(lease: InboxLease, note?: PayInboxNote): Promise<boolean> {
    return this.#change(lease, (entry) => {
      this.#delete((other) => other !== entry && other.key === entry.key);
      return {
        state: 'done',
        token: null,
        finishedAt: this.clock.now(),
        ...(note && { note: copyOf(note) }),
      };
    });
  }

  /** Rejects: memory has no transactions. */
  work(): Promise<boolean> {
    return Promise.reject(new TypeError('the memory store has no transactions'));
  }

  fail(
    lease: InboxLease,
    { error, retryInMs, blocksLaterEntries, countsAs = 'attempt' }: InboxRetry,
  ): Promise<boolean> {
    return this.#change(lease, (entry) => ({
      state: 'waiting',
      token: null,
      dueAt: this.clock.now() + retryInMs,
      error,
      blocksLaterEntries,
      ordered: entry.ordered || blocksLaterEntries,
      alone: entry.alone && countsAs === 'none',
      ...countsAfter(entry, countsAs),
    }));
  }

  moveToDeadLetters(lease: InboxLease, reason: DeadLetterReason, error: string): Promise<boolean> {
    return this.#change(lease, () => ({
      state: 'dead',
      token: null,
      finishedAt: this.clock.now(),
      reason,
      error,
    }));
  }

  release(lease: InboxLease): Promise<boolean> {
    return this.#change(lease, ({ attempts }) => ({
      state: 'waiting',
      token: null,
      dueAt: this.clock.now(),
      attempts: attempts - 1,
    }));
  }

  deadLetters({ reason, account, limit = 100, before }: DeadLetterFilter = {}): Promise<PayDeadLetter[]> {
    const found = this.#entries
      .filter((entry) => entry.state === 'dead' && (before === undefined || entry.id < Number(before)))
      .filter((entry) => reason === undefined || entry.reason === reason)
      .filter(({ delivery }) => account === undefined || delivery.account === account)
      .sort((a, b) => b.id - a.id)
      .slice(0, limit);
    return Promise.resolve(found.map(deadLetterOf));
  }

  deadLetter(id: string): Promise<PayDeadLetter | null> {
    const entry = this.#findDead(id);
    return Promise.resolve(entry === undefined ? null : deadLetterOf(entry));
  }

  replay(id: string): Promise<boolean> {
    const entry = this.#findDead(id);
    if (entry === undefined) return Promise.resolve(false);
    const now = this.clock.now();
    Object.assign(entry, { ...INITIAL_STATE, blocksLaterEntries: entry.ordered, dueAt: now, since: now });
    return Promise.resolve(true);
  }

  discard(id: string): Promise<boolean> {
    const entry = this.#findDead(id);
    if (entry === undefined) return Promise.resolve(false);
    const isConfirmed = entry.reason === 'failed';
    Object.assign(entry, { state: isConfirmed ? 'done' : 'discarded', finishedAt: this.clock.now() });
    if (isConfirmed)
      this.#delete(
        (one) => one !== entry && one.key === entry.key && ['waiting', 'dead', 'done'].includes(one.state),
      );
    return Promise.resolve(true);
  }

  stats(account?: string | null): Promise<PayInboxStats> {
    const all = this.#entries.filter(({ delivery }) => account === undefined || delivery.account === account);
    const open = all.filter(isOpen);
    const dead = all.filter(({ state }) => state === 'dead');
    const oldest = Math.min(...open.map(({ receivedAt }) => receivedAt));
    return Promise.resolve({
      backlog: open.length,
      oldestAgeMs: open.length === 0 ? null : this.clock.now() - oldest,
      dead: dead.filter(({ reason }) => reason === 'failed' || reason === 'crashed').length,
      unconfirmed: dead.filter(({ reason }) => reason === 'unconfirmed').length,
      refused: dead.filter(({ reason }) => reason === 'refused').length,
    });
  }

  unconfirmed(account: string | null): Promise<UnconfirmedCount[]> {
    const counts = new Map<string | null, number>();
    for (const { state, attempts, blocksLaterEntries, delivery, source = null } of this.#entries) {
      if (state !== 'waiting' || delivery.account !== account || (attempts > 0 && blocksLaterEntries))
        continue;
      counts.set(source, (counts.get(source) ?? 0) + 1);
    }
    return Promise.resolve([...counts].map(([source, waiting]) => ({ source, waiting })));
  }

  deleteFinished(olderThanMs: number, limits?: InboxTrimLimits): Promise<number> {
    const before = this.#entries.length;
    const until = this.clock.now() - olderThanMs;
    this.#delete(
      (entry) =>
        (isDone(entry) ||
          entry.state === 'discarded' ||
          (entry.state === 'dead' && entry.reason === 'refused')) &&
        entry.finishedAt <= until,
    );
    if (limits !== undefined) {
      const done = this.#entries.filter((entry) => isDone(entry) && entry.confirmable === false);
      const dead = this.#entries.filter(
        ({ state, reason }) => state === 'dead' && POSSIBLY_FORGED.includes(reason),
      );
      const excess = [
        ...oldestBeyond(done, limits.done, ({ delivery }) => delivery.account),
        ...oldestBeyond(dead, limits.dead, ({ delivery, source = null }) =>
          JSON.stringify([delivery.account, isServiceSource(source)]),
        ),
      ];
      this.#delete((entry) => excess.includes(entry));
    }
    return Promise.resolve(before - this.#entries.length);
  }

  /** Selects the entries to claim now: at most one per ordering key and per key. */
  #due(now: number, limit: number, isBusy: boolean): MemoryEntry[] {
    const due: MemoryEntry[] = [];
    const candidates = this.#entries
      .filter((entry) => isOpen(entry) && entry.dueAt <= now && !this.#isBlocked(entry))
      .sort((a, b) => senderRank(a) - senderRank(b) || a.dueAt - b.dueAt || a.id - b.id);
    for (const entry of candidates) {
      if (due.length === limit) break;
      if (due.some((one) => excludeEachOther(one, entry))) continue;
      if (mustRunAlone(entry)) return due.length > 0 || isBusy ? due : [entry];
      due.push(entry);
    }
    return due;
  }

  #isBlocked(entry: MemoryEntry): boolean {
    return this.#entries.some((other) => {
      if (other === entry || !isOpen(other) || !excludeEachOther(other, entry)) return false;
      return (
        other.state === 'working' ||
        (hasSameOrderingKey(other, entry) &&
          entry.state === 'waiting' &&
          other.blocksLaterEntries &&
          other.id < entry.id)
      );
    });
  }

  #findDead(id: string): MemoryEntry | undefined {
    return this.#entries.find((entry) => entry.state === 'dead' && String(entry.id) === id);
  }

  #change(
    { id, token }: InboxLease,
    changes: (entry: MemoryEntry) => Partial<MemoryEntry>,
  ): Promise<boolean> {
    const entry = this.#entries.find((one) => String(one.id) === id && one.token === token);
    if (entry === undefined) return Promise.resolve(false);
    Object.assign(entry, changes(entry));
    return Promise.resolve(true);
  }

  #delete(isUnwanted: (entry: MemoryEntry) => boolean): void {
    this.#entries = this.#entries.filter((entry) => !isUnwanted(entry));
  }
}

/** Whether only one of the entries may be at work. */
function excludeEachOther(one: MemoryEntry, other: MemoryEntry): boolean {
  return one.ordered && other.ordered && (one.key === other.key || hasSameOrderingKey(one, other));
}

const senderRank = ({ source = null }: MemoryEntry): number => (isServiceSource(source) ? 0 : 1);

function hasSameOrderingKey(one: MemoryEntry, other: MemoryEntry): boolean {
  return one.orderingKey !== null && one.orderingKey === other.orderingKey;
}
