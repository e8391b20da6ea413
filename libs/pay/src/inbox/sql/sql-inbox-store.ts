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
} from '../inbox-store.js';
import type { PayDelivery } from '../pay-inbox.js';
import { migrateInbox } from './migrations.js';
import type { SqlDatabase, SqlSession } from './sql-session.js';
import { inboxStatements } from './statements.js';

/** Options of a store in a database. */
export interface SqlInboxStoreOptions {
  /** The schema of the store's own tables. @default 'pay' */
  schema?: string;
  /** The time, for tests. @default the database's own */
  now?: () => Date;
}

interface LetterRow {
  id: string;
  reason: DeadLetterReason;
  error: string | null;
  attempts: number;
  delivery: string;
  received_ms: number;
  buried_ms: number;
}

interface ClaimedRow {
  id: string;
  token: string;
  lane: string | null;
  attempts: number;
  delivery: string;
  repeat: boolean;
}

const SCHEMA = /^[A-Za-z_]\w{0,62}$/;
const ID = /^\d{1,18}$/;

/** The store for PostgreSQL's SQL: a server and PGlite differ in how a session is had, nothing else. */
export class SqlInboxStore<Transaction> implements PayInboxStore<Transaction> {
  readonly transactional = true;
  readonly #sql: ReturnType<typeof inboxStatements>;
  readonly #schema: string;
  readonly #now: () => Date | null;

  /** @throws RangeError for a schema's name that is none. */
  constructor(
    private readonly database: SqlDatabase<Transaction>,
    { schema = 'pay', now }: SqlInboxStoreOptions,
  ) {
    if (!SCHEMA.test(schema))
      throw new RangeError(
        'schema must be a name: letters, digits and _, at most 63, not beginning with a digit',
      );
    this.#sql = inboxStatements(schema);
    this.#schema = schema;
    this.#now = now ?? (() => null);
  }

  migrate(): Promise<void> {
    return migrateInbox(this.database, this.#schema);
  }

  async add(entry: NewInboxEntry): Promise<'stored' | 'duplicate'> {
    const { key, fingerprint, lane, delivery, source = null, confirmable = true } = entry;
    // Text, not jsonb: jsonb takes neither every string nor the order of members.
    const text = JSON.stringify(delivery);
    const values = [key, fingerprint, delivery.account, lane, text, source, confirmable];
    return (await this.#hits(this.#sql.add, values)) ? 'stored' : 'duplicate';
  }

  claim({ worker, limit, leaseMs }: InboxClaim): Promise<ClaimedInboxEntry[]> {
    return this.database.transaction(async (session) => {
      await session.query(this.#sql.lockClaims, [`nestjs-pay claim ${this.#schema}`]);
      const { rows } = await session.query<ClaimedRow>(this.#sql.claim, [
        this.#now(),
        limit,
        leaseMs,
        worker,
      ]);
      const repeats = rows.filter(({ repeat }) => repeat).map(({ id }) => id);
      if (repeats.length > 0) await session.query(this.#sql.drop, [repeats]);
      return rows
        .filter(({ repeat }) => !repeat)
        .map(({ id, token, lane, attempts, delivery }) => ({
          ...{ id, token, lane, attempt: attempts },
          delivery: JSON.parse(delivery) as PayDelivery,
        }));
    });
  }

  renew(lease: InboxLease, leaseMs: number): Promise<boolean> {
    return this.#hits(this.#sql.renew, [lease.id, lease.token, leaseMs]);
  }

  complete({ id, token }: InboxLease): Promise<boolean> {
    return this.#hits(this.#sql.complete, [id, token]);
  }

  async work({ id, token }: InboxLease, run: (transaction: Transaction) => Promise<void>): Promise<boolean> {
    try {
      await this.database.transaction(async (session, transaction) => {
        await run(transaction);
        // Another worker has the entry now: what this one wrote must not stay.
        if (!(await this.#hits(this.#sql.complete, [id, token], session))) throw LOST;
      });
      return true;
    } catch (error) {
      if (error === LOST) return false;
      throw error;
    }
  }

  fail(
    { id, token }: InboxLease,
    { error, retryInMs, holdsLane, spares = false }: InboxRetry,
  ): Promise<boolean> {
    return this.#hits(this.#sql.fail, [id, token, storable(error), retryInMs, holdsLane, spares]);
  }

  bury({ id, token }: InboxLease, reason: DeadLetterReason, error: string): Promise<boolean> {
    return this.#hits(this.#sql.bury, [id, token, reason, storable(error)]);
  }

  release({ id, token }: InboxLease): Promise<boolean> {
    return this.#hits(this.#sql.release, [id, token]);
  }

  async deadLetters({ reason, before, limit = 100, account }: DeadLetterFilter = {}): Promise<
    PayDeadLetter[]
  > {
    const { rows } = await this.database.query<LetterRow>(this.#sql.deadLetters, [
      ...[reason ?? null, before !== undefined && ID.test(before) ? before : null, limit],
      ...[account !== undefined, account ?? null],
    ]);
    return rows.map(letterOf);
  }

  async deadLetter(id: string): Promise<PayDeadLetter | null> {
    if (!ID.test(id)) return null;
    const { rows } = await this.database.query<LetterRow>(this.#sql.deadLetter, [id]);
    return rows[0] === undefined ? null : letterOf(rows[0]);
  }

  replay(id: string): Promise<boolean> {
    return ID.test(id) ? this.#hits(this.#sql.replay, [id]) : Promise.resolve(false);
  }

  discard(id: string): Promise<boolean> {
    return ID.test(id) ? this.#hits(this.#sql.discard, [id]) : Promise.resolve(false);
  }

  async stats(account?: string | null): Promise<PayInboxStats> {
    const { rows } = await this.database.query<
      Omit<PayInboxStats, 'oldestAgeMs'> & { age_ms: number | null }
    >(this.#sql.stats, [this.#now(), account !== undefined, account ?? null]);
    const { backlog = 0, age_ms: oldestAgeMs = null, dead = 0, refused = 0 } = rows[0] ?? {};
    return { backlog, oldestAgeMs, dead, refused };
  }

  async unconfirmed(account: string | null): Promise<UnconfirmedCount[]> {
    return (await this.database.query<UnconfirmedCount>(this.#sql.unconfirmed, [account])).rows;
  }

  async forget(olderThanMs: number, remains?: InboxRemains): Promise<number> {
    const old = await this.#count(this.#sql.forget, [this.#now(), olderThanMs]);
    if (remains === undefined) return old;
    return old + (await this.#count(this.#sql.trim, [remains.done, remains.dead]));
  }

  async #count(text: string, values: unknown[]): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(text, values);
    return rows[0]?.count ?? 0;
  }

  /** Runs a statement at this time; whether it found its row. */
  async #hits(text: string, values: unknown[], session: SqlSession = this.database): Promise<boolean> {
    const { rows } = await session.query(text, [this.#now(), ...values]);
    return rows.length > 0;
  }
}

const LOST = new Error('the lease is lost');

/** PostgreSQL's text holds no NUL. */
function storable(text: string): string {
  return text.replaceAll('\0', '').slice(0, 1000);
}

function letterOf({ received_ms, buried_ms, delivery, error, ...row }: LetterRow): PayDeadLetter {
  return {
    ...row,
    error: error ?? '',
    receivedAt: new Date(received_ms).toISOString(),
    buriedAt: new Date(buried_ms).toISOString(),
    delivery: JSON.parse(delivery) as PayDelivery,
  };
}
