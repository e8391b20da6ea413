import type {
  ClaimedInboxEntry,
  DeadLetterFilter,
  DeadLetterReason,
  InboxClaim,
  InboxLease,
  InboxRetry,
  NewInboxEntry,
  PayDeadLetter,
  PayInboxStats,
  PayInboxStore,
} from '../inbox-store.js';
import type { PayDelivery } from '../pay-inbox.js';
import { Batch } from './batch.js';
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
  readonly #adding = new Batch((entries: readonly NewInboxEntry[]) => this.#add(entries));
  readonly #completing = new Batch((leases: readonly InboxLease[]) => this.#complete(leases, this.database));

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

  add(entry: NewInboxEntry): Promise<'stored' | 'duplicate'> {
    return this.#adding.add(entry);
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

  complete(lease: InboxLease): Promise<boolean> {
    return this.#completing.add(lease);
  }

  async work(lease: InboxLease, run: (transaction: Transaction) => Promise<void>): Promise<boolean> {
    try {
      await this.database.transaction(async (session, transaction) => {
        await run(transaction);
        // Another worker has the entry now: what this one wrote must not stay.
        const [isOurs] = await this.#complete([lease], session);
        if (isOurs !== true) throw LOST;
      });
      return true;
    } catch (error) {
      if (error === LOST) return false;
      throw error;
    }
  }

  fail({ id, token }: InboxLease, { error, retryInMs, holdsLane }: InboxRetry): Promise<boolean> {
    return this.#hits(this.#sql.fail, [id, token, storable(error), retryInMs, holdsLane]);
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

  async forget(olderThanMs: number): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(this.#sql.forget, [
      this.#now(),
      olderThanMs,
    ]);
    return rows[0]?.count ?? 0;
  }

  async #add(entries: readonly NewInboxEntry[]): Promise<('stored' | 'duplicate')[]> {
    const { rows } = await this.database.query<{ entry_key: string; fingerprint: string }>(this.#sql.add, [
      this.#now(),
      entries.map(({ key }) => key),
      entries.map(({ fingerprint }) => fingerprint),
      entries.map(({ delivery }) => delivery.account),
      entries.map(({ lane }) => lane),
      // Text, not jsonb: jsonb takes neither every string nor the order of members.
      entries.map(({ delivery }) => JSON.stringify(delivery)),
    ]);
    const stored = new Set(rows.map((row) => `${row.entry_key}\0${row.fingerprint}`));
    // Of two that are the same the first is the one that was stored.
    return entries.map(({ key, fingerprint }) =>
      stored.delete(`${key}\0${fingerprint}`) ? 'stored' : 'duplicate',
    );
  }

  async #complete(leases: readonly InboxLease[], session: SqlSession): Promise<boolean[]> {
    const { rows } = await session.query<{ token: string }>(this.#sql.complete, [
      ...[this.#now(), leases.map(({ id }) => id), leases.map(({ token }) => token)],
    ]);
    const done = new Set(rows.map(({ token }) => token));
    return leases.map(({ token }) => done.has(token));
  }

  /** Runs a statement at this time; whether it found its row. */
  async #hits(text: string, values: unknown[]): Promise<boolean> {
    const { rows } = await this.database.query(text, [this.#now(), ...values]);
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
