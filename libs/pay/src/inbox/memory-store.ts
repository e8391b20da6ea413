import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/values/clock.js';
import { systemClock } from '../core/values/clock.js';
import { counted } from './inbox-tries.js';
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
  PayInboxStats,
  PayInboxStore,
  UnconfirmedCount,
} from './inbox-store.js';
import { isServiceSource } from './lane.js';
import {
  canComeAgain,
  copyOf,
  isDone,
  isOpen,
  letterOf,
  mustRunAlone,
  UNTRIED,
  wasNeverConfirmed,
} from './memory-entry.js';
import type { MemoryEntry } from './memory-entry.js';
import { oldestBeyond } from './oldest-beyond.js';

/** Stores an inbox in the memory of this process, for tests. It has no transactions. */
export class MemoryInboxStore implements PayInboxStore<never> {
  readonly transactional = false;
  #entries: MemoryEntry[] = [];
  #lastId = 0;

  /** @param clock where time comes from. */
  constructor(private readonly clock: Pick<Clock, 'now'> = systemClock) {}

  migrate(): Promise<void> {
    return Promise.resolve();
  }

  add(entry: NewInboxEntry): Promise<'stored' | 'duplicate'> {
    const sameKey = this.#entries.filter(({ key }) => key === entry.key);
    const twin = sameKey.find(({ fingerprint }) => fingerprint === entry.fingerprint);
    if (sameKey.some(isDone) || (twin !== undefined && !(twin.state === 'dead' && canComeAgain(twin))))
      return Promise.resolve('duplicate');
    const now = this.clock.now();
    const fresh = { ...copyOf(entry), ...UNTRIED, dueAt: now, receivedAt: now, since: now };
    if (twin !== undefined) Object.assign(twin, fresh);
    else this.#entries.push({ ...fresh, id: ++this.#lastId, reason: 'failed', error: '', finishedAt: 0 });
    return Promise.resolve('stored');
  }

  claim({ limit, leaseMs, isBusy = false }: InboxClaim): Promise<ClaimedInboxEntry[]> {
    const now = this.clock.now();
    const due = this.#due(now, limit, isBusy);
    const repeats = due.filter(({ key }) => this.#entries.some((one) => one.key === key && isDone(one)));
    this.#drop((entry) => repeats.includes(entry));
    const claimed = due
      .filter((entry) => !repeats.includes(entry))
      .map((entry) => {
        const token = randomUUID();
        const alone = mustRunAlone(entry);
        const attempts = entry.attempts + (entry.state === 'working' && !entry.alone ? 0 : 1);
        Object.assign(entry, { state: 'working', token, dueAt: now + leaseMs, attempts, alone });
        const { id, delivery, lane, refusals, doubts, since } = entry;
        return {
          id: String(id),
          token,
          delivery: copyOf(delivery),
          lane,
          attempt: attempts,
          refusals,
          doubts,
          alone,
          ageMs: now - since,
        };
      });
    return Promise.resolve(claimed);
  }

  renew(lease: InboxLease, leaseMs: number): Promise<boolean> {
    return this.#change(lease, () => ({ dueAt: this.clock.now() + leaseMs }));
  }

  complete(lease: InboxLease): Promise<boolean> {
    return this.#change(lease, (entry) => {
      this.#drop((other) => other !== entry && other.key === entry.key);
      return { state: 'done', token: null, finishedAt: this.clock.now() };
    });
  }

  /** Rejects: memory has no transaction. */
  work(): Promise<boolean> {
    return Promise.reject(new TypeError('the memory store has no transaction to work in'));
  }

  fail(lease: InboxLease, { error, retryInMs, holdsLane, counts = 'attempt' }: InboxRetry): Promise<boolean> {
    return this.#change(lease, (entry) => ({
      state: 'waiting',
      token: null,
      dueAt: this.clock.now() + retryInMs,
      error,
      holdsLane,
      alone: entry.alone && counts === 'nothing',
      ...counted(entry, counts),
    }));
  }

  bury(lease: InboxLease, reason: DeadLetterReason, error: string): Promise<boolean> {
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
    const letters = this.#entries
      .filter((entry) => entry.state === 'dead' && (before === undefined || entry.id < Number(before)))
      .filter((entry) => reason === undefined || entry.reason === reason)
      .filter(({ delivery }) => account === undefined || delivery.account === account)
      .sort((a, b) => b.id - a.id)
      .slice(0, limit);
    return Promise.resolve(letters.map(letterOf));
  }

  deadLetter(id: string): Promise<PayDeadLetter | null> {
    const entry = this.#dead(id);
    return Promise.resolve(entry === undefined ? null : letterOf(entry));
  }

  replay(id: string): Promise<boolean> {
    const entry = this.#dead(id);
    if (entry === undefined) return Promise.resolve(false);
    const now = this.clock.now();
    Object.assign(entry, { ...UNTRIED, dueAt: now, since: now });
    return Promise.resolve(true);
  }

  discard(id: string): Promise<boolean> {
    const entry = this.#dead(id);
    if (entry === undefined) return Promise.resolve(false);
    const settles = entry.reason === 'failed';
    Object.assign(entry, { state: settles ? 'done' : 'discarded', finishedAt: this.clock.now() });
    if (settles)
      this.#drop(
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
    for (const { state, attempts, holdsLane, delivery, source = null } of this.#entries) {
      if (state !== 'waiting' || delivery.account !== account || (attempts > 0 && holdsLane)) continue;
      counts.set(source, (counts.get(source) ?? 0) + 1);
    }
    return Promise.resolve([...counts].map(([source, waiting]) => ({ source, waiting })));
  }

  forget(olderThanMs: number, remains?: InboxRemains): Promise<number> {
    const before = this.#entries.length;
    const until = this.clock.now() - olderThanMs;
    this.#drop(
      (entry) =>
        (isDone(entry) ||
          entry.state === 'discarded' ||
          (entry.state === 'dead' && entry.reason === 'refused')) &&
        entry.finishedAt <= until,
    );
    if (remains !== undefined) {
      const done = this.#entries.filter((entry) => isDone(entry) && entry.confirmable === false);
      const dead = this.#entries.filter((entry) => entry.state === 'dead' && wasNeverConfirmed(entry));
      const gone = [
        ...oldestBeyond(done, remains.done, ({ delivery }) => delivery.account),
        ...oldestBeyond(dead, remains.dead, ({ delivery, source = null }) =>
          JSON.stringify([delivery.account, isServiceSource(source)]),
        ),
      ];
      this.#drop((entry) => gone.includes(entry));
    }
    return Promise.resolve(before - this.#entries.length);
  }

  /** The entries to hand out now, one of each lane and key. */
  #due(now: number, limit: number, isBusy: boolean): MemoryEntry[] {
    const due: MemoryEntry[] = [];
    const candidates = this.#entries
      .filter((entry) => isOpen(entry) && entry.dueAt <= now && !this.#isBlocked(entry))
      .sort((a, b) => a.dueAt - b.dueAt || a.id - b.id);
    for (const entry of candidates) {
      if (due.length === limit) break;
      if (due.some((one) => one.key === entry.key || (one.lane !== null && one.lane === entry.lane)))
        continue;
      if (mustRunAlone(entry)) return due.length > 0 || isBusy ? due : [entry];
      due.push(entry);
    }
    return due;
  }

  /** Whether another entry of its lane or key is at work, or an earlier one holds the lane. */
  #isBlocked(entry: MemoryEntry): boolean {
    return this.#entries.some((other) => {
      if (other === entry || !isOpen(other)) return false;
      const sameLane = other.lane !== null && other.lane === entry.lane;
      if (!sameLane && other.key !== entry.key) return false;
      return (
        other.state === 'working' ||
        (sameLane && entry.state === 'waiting' && other.holdsLane && other.id < entry.id)
      );
    });
  }

  #dead(id: string): MemoryEntry | undefined {
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

  #drop(what: (entry: MemoryEntry) => boolean): void {
    this.#entries = this.#entries.filter((entry) => !what(entry));
  }
}
