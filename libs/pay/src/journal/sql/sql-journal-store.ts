import { randomUUID } from 'node:crypto';
import { describeThrown } from '../../core/describe-thrown.js';
import type { PayInquiry } from '../../core/inquiry.js';
import { migrate } from '../../stores/sql/migrate.js';
import { readSqlOptions } from '../../stores/sql/sql-options.js';
import type { SqlStoreOptions } from '../../stores/sql/sql-options.js';
import type { SqlDatabase } from '../../stores/sql/sql-session.js';
import type {
  JournalLease,
  JournalTurn,
  NewJournalEntry,
  PayJournalEntry,
  PayJournalStore,
} from '../journal-store.js';
import { JOURNAL_MIGRATIONS, journalStatements } from './journal-statements.js';

interface LookRow {
  fingerprint: string;
  state: PayJournalEntry['state'];
  answer: string | null;
  inquiry: string | null;
  idle: boolean;
  sent_ago_ms: number;
}

interface EntryRow {
  key: string;
  state: PayJournalEntry['state'];
  inquiry: string | null;
  answer: string | null;
  transaction_id: string | null;
  sent_ms: number;
}

/** The journal for PostgreSQL's SQL: a server and PGlite differ in how a session is had, nothing else. */
export class SqlJournalStore<Transaction> implements PayJournalStore {
  readonly #schema: string;
  readonly #sql: ReturnType<typeof journalStatements>;
  readonly #now: () => Date | null;

  constructor(
    private readonly database: SqlDatabase<Transaction>,
    options: SqlStoreOptions,
  ) {
    const { schema, now } = readSqlOptions(options);
    this.#schema = schema;
    this.#sql = journalStatements(schema);
    this.#now = now;
  }

  migrate(): Promise<void> {
    return migrate(this.database, this.#schema, 'journal', JOURNAL_MIGRATIONS);
  }

  begin({ key, fingerprint, inquiry }: NewJournalEntry, leaseMs: number): Promise<JournalTurn> {
    const token = randomUUID();
    const now = this.#now();
    return this.database.transaction(async (session): Promise<JournalTurn> => {
      const text = JSON.stringify(inquiry);
      const added = await session.query(this.#sql.add, [now, key, fingerprint, token, leaseMs, text]);
      if (added.rows.length > 0) return { state: 'new', token };
      const { rows } = await session.query<LookRow>(this.#sql.look, [now, key]);
      const [row] = rows;
      // It was released this very moment.
      if (row === undefined) return { state: 'busy' };
      if (row.fingerprint !== fingerprint) return { state: 'different' };
      if (row.answer !== null) return { state: 'done', answer: row.answer };
      if (!row.idle) return { state: 'busy' };
      await session.query(this.#sql.take, [now, key, token, leaseMs]);
      return { state: 'unsettled', token, inquiry: inquiryIn(row.inquiry), sentAgoMs: row.sent_ago_ms };
    });
  }

  renew(lease: JournalLease, leaseMs: number): Promise<boolean> {
    return this.#hits(this.#sql.renew, lease, leaseMs);
  }

  resend(lease: JournalLease, inquiry: PayInquiry | null): Promise<boolean> {
    return this.#hits(this.#sql.resend, lease, JSON.stringify(inquiry));
  }

  async complete(
    lease: JournalLease,
    answer: string,
    transactionId: string | null,
  ): Promise<'done' | 'lost' | 'taken'> {
    try {
      if (await this.#hits(this.#sql.complete, lease, answer, transactionId)) return 'done';
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
    const holders = await this.database.query(this.#sql.holder, [null, transactionId, lease.key]);
    return holders.rows.length > 0 ? 'taken' : 'lost';
  }

  abandon(lease: JournalLease): Promise<boolean> {
    return this.#hits(this.#sql.abandon, lease);
  }

  release(lease: JournalLease): Promise<boolean> {
    return this.#hits(this.#sql.release, lease);
  }

  async openAbout(id: string, exceptKey: string): Promise<PayInquiry[]> {
    const small = id.toLowerCase();
    const { rows } = await this.database.query<Pick<LookRow, 'inquiry'>>(this.#sql.openAbout, [
      exceptKey,
      `"id":${JSON.stringify(small)}`,
    ]);
    const inquiries = rows.map(({ inquiry }) => inquiryIn(inquiry)).filter((inquiry) => inquiry !== null);
    return inquiries.filter((inquiry) => inquiry.id.toLowerCase() === small);
  }

  async find(key: string): Promise<PayJournalEntry | null> {
    const { rows } = await this.database.query<EntryRow>(this.#sql.find, [key]);
    return rows[0] === undefined ? null : entryOf(rows[0]);
  }

  async resolve(key: string, answer: string | null, transactionId: string | null = null): Promise<boolean> {
    const now = this.#now();
    try {
      const { rows } =
        answer === null
          ? await this.database.query(this.#sql.drop, [now, key])
          : await this.database.query(this.#sql.settle, [now, key, answer, transactionId]);
      return rows.length > 0;
    } catch (error) {
      if (transactionId === null || !isUniqueViolation(error)) throw error;
      return this.resolve(key, answer);
    }
  }

  async unknown(limit: number): Promise<PayJournalEntry[]> {
    const { rows } = await this.database.query<EntryRow>(this.#sql.unknown, [this.#now(), limit]);
    return rows.map(entryOf);
  }

  async forget(olderThanMs: number): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(this.#sql.forget, [
      this.#now(),
      olderThanMs,
    ]);
    return rows[0]?.count ?? 0;
  }

  async #hits(statement: string, { key, token }: JournalLease, ...values: unknown[]): Promise<boolean> {
    const { rows } = await this.database.query(statement, [this.#now(), key, token, ...values]);
    return rows.length > 0;
  }
}

function entryOf({ key, state, inquiry, answer, transaction_id, sent_ms }: EntryRow): PayJournalEntry {
  return {
    key,
    state,
    answer,
    inquiry: inquiryIn(inquiry),
    transactionId: transaction_id,
    sentAt: new Date(sent_ms).toISOString(),
  };
}

function inquiryIn(text: string | null): PayInquiry | null {
  return text === null ? null : (JSON.parse(text) as PayInquiry | null);
}

function isUniqueViolation(error: unknown): boolean {
  return describeThrown(error).code === '23505';
}
