import { randomUUID } from 'node:crypto';
import type { PayInquiry } from '../core/inquiry.js';
import type {
  JournalLease,
  JournalTurn,
  NewJournalEntry,
  PayJournalEntry,
  PayJournalStore,
} from './journal-store.js';

interface Row extends NewJournalEntry {
  state: PayJournalEntry['state'];
  token: string;
  leasedUntil: number;
  sentAt: number;
  finishedAt: number | null;
  answer: string | null;
  transactionId: string | null;
}

/** Keeps a journal in this process: for tests, and where a restart may forget everything. */
export class MemoryJournalStore implements PayJournalStore {
  readonly #rows = new Map<string, Row>();
  readonly #keyOf = new Map<string, string>();
  readonly #now: () => number;

  constructor({ now = Date.now }: { now?: () => number } = {}) {
    this.#now = now;
  }

  migrate(): Promise<void> {
    return Promise.resolve();
  }

  begin(entry: NewJournalEntry, leaseMs: number): Promise<JournalTurn> {
    return Promise.resolve(this.#begin(entry, leaseMs));
  }

  renew(lease: JournalLease, leaseMs: number): Promise<boolean> {
    return this.#change(lease, (row) => (row.leasedUntil = this.#now() + leaseMs));
  }

  resend(lease: JournalLease, inquiry: PayInquiry | null): Promise<boolean> {
    return this.#change(lease, (row) => {
      Object.assign(row, { inquiry, state: 'sending', sentAt: this.#now() });
    });
  }

  async complete(
    lease: JournalLease,
    answer: string,
    transactionId: string | null,
  ): Promise<'done' | 'lost' | 'taken'> {
    if (this.#isTaken(transactionId, lease.key)) return 'taken';
    const isDone = await this.#change(lease, (row) => this.#finish(row, answer, transactionId));
    return isDone ? 'done' : 'lost';
  }

  abandon(lease: JournalLease): Promise<boolean> {
    return this.#change(lease, (row) => {
      Object.assign(row, { state: 'unknown', leasedUntil: this.#now() });
    });
  }

  release(lease: JournalLease): Promise<boolean> {
    return this.#change(lease, () => this.#rows.delete(lease.key));
  }

  openAbout(id: string, exceptKey: string): Promise<PayInquiry[]> {
    const open = [...this.#rows.values()].filter(({ key, state }) => state !== 'done' && key !== exceptKey);
    const inquiries = open.map(({ inquiry }) => inquiry).filter((inquiry) => inquiry !== null);
    return Promise.resolve(inquiries.filter((one) => one.id.toLowerCase() === id.toLowerCase()));
  }

  find(key: string): Promise<PayJournalEntry | null> {
    const row = this.#rows.get(key);
    return Promise.resolve(row === undefined ? null : entryOf(row));
  }

  resolve(key: string, answer: string | null, transactionId: string | null = null): Promise<boolean> {
    const row = this.#rows.get(key);
    if (row === undefined || !this.#isIdle(row)) return Promise.resolve(false);
    if (answer === null) this.#rows.delete(key);
    else this.#finish(row, answer, this.#isTaken(transactionId, key) ? null : transactionId);
    return Promise.resolve(true);
  }

  unknown(limit: number): Promise<PayJournalEntry[]> {
    const rows = [...this.#rows.values()].filter((row) => this.#isIdle(row));
    const oldest = rows.sort((a, b) => a.sentAt - b.sentAt).slice(0, limit);
    return Promise.resolve(oldest.map(entryOf));
  }

  forget(olderThanMs: number): Promise<number> {
    const gone = [...this.#rows.values()].filter(
      ({ finishedAt }) => finishedAt !== null && finishedAt <= this.#now() - olderThanMs,
    );
    for (const { key, transactionId } of gone) {
      this.#rows.delete(key);
      if (transactionId !== null) this.#keyOf.delete(transactionId);
    }
    return Promise.resolve(gone.length);
  }

  #begin(entry: NewJournalEntry, leaseMs: number): JournalTurn {
    const row = this.#rows.get(entry.key);
    const token = randomUUID();
    const now = this.#now();
    const leasedUntil = now + leaseMs;
    if (row === undefined) {
      const open = { state: 'sending', finishedAt: null, answer: null, transactionId: null } as const;
      this.#rows.set(entry.key, { ...entry, ...open, token, leasedUntil, sentAt: now });
      return { state: 'new', token };
    }
    if (row.fingerprint !== entry.fingerprint) return { state: 'different' };
    if (row.answer !== null) return { state: 'done', answer: row.answer };
    if (!this.#isIdle(row)) return { state: 'busy' };
    Object.assign(row, { token, leasedUntil });
    return { state: 'unsettled', token, inquiry: row.inquiry, sentAgoMs: now - row.sentAt };
  }

  #isTaken(transactionId: string | null, key: string): boolean {
    const holder = transactionId === null ? undefined : this.#keyOf.get(transactionId);
    return holder !== undefined && holder !== key;
  }

  #isIdle({ state, leasedUntil }: Row): boolean {
    return state !== 'done' && leasedUntil <= this.#now();
  }

  #finish(row: Row, answer: string, transactionId: string | null): void {
    Object.assign(row, { state: 'done', answer, transactionId, finishedAt: this.#now() });
    if (transactionId !== null) this.#keyOf.set(transactionId, row.key);
  }

  #change({ key, token }: JournalLease, change: (row: Row) => unknown): Promise<boolean> {
    const row = this.#rows.get(key);
    if (row?.token !== token || row.state === 'done') return Promise.resolve(false);
    change(row);
    return Promise.resolve(true);
  }
}

function entryOf({ key, state, inquiry, answer, transactionId, sentAt }: Row): PayJournalEntry {
  return { key, state, inquiry, answer, transactionId, sentAt: new Date(sentAt).toISOString() };
}
