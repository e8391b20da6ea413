import { randomUUID } from 'node:crypto';
import { describeThrown } from '../../core/values/describe-thrown.js';
import { systemClock } from '../../core/values/clock.js';
import { withinTime } from '../../core/values/time-limit.js';
import { checkTables, migrate } from '../../stores/sql/migrate.js';
import { readSqlOptions } from '../../stores/sql/sql-store.js';
import type { SqlStoreOptions } from '../../stores/sql/sql-store.js';
import type { SqlDatabase, SqlSession } from '../../stores/sql/sql-store.js';
import type { DeadLetterFilter, DeadLetterReason, PayDeadLetter } from '../dead-letters.js';
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
} from '../inbox-store.js';
import { InboxWorkError, PayInboxStoreError } from '../inbox-errors.js';
import { readDelivery, UNREADABLE_DELIVERY, unreadableDelivery } from '../stored-delivery.js';
import { MAX_NOTES } from '../pay-inbox.js';
import type { PayInboxNote } from '../pay-inbox.js';
import { Batch } from './batch.js';
import { INBOX_MIGRATIONS } from './migrations.js';
import { inboxStatements, MARK } from './statements.js';

interface ClaimedRow {
  id: string;
  token: string;
  ordering_key: string | null;
  ordered: boolean;
  attempts: number;
  rejected_attempts: number;
  unconfirmed_attempts: number;
  alone: boolean;
  age_ms: number;
  delivery: string;
  is_duplicate: boolean;
}

interface DeadLetterRow {
  id: string;
  reason: DeadLetterReason;
  error: string | null;
  attempts: number;
  delivery: string;
  entry_key: string;
  account: string | null;
  received_ms: number;
  dead_lettered_ms: number;
}

type Completion = InboxLease & { note: PayInboxNote | undefined };

/** `id` is null if no entry was claimed. */
type ClaimRow = { is_full: boolean } & (ClaimedRow | { id: null });

/** A claim takes milliseconds. A claim that takes longer than this is stuck. */
const CLAIM_LIMIT = '5s';
/**
 * Due entries that a claim reads: this number, and more for each entry that it may claim. The later events of the orders at work are
 * blocked. They should fit, because blocked entries that fill the window are postponed for seconds.
 */
const CLAIM_WINDOW = 100;
const CLAIM_WINDOW_PER_ENTRY = 12;
/** Number of blocked entries that a claim postpones at once, and how often it does so. */
const POSTPONED = 1_000;
const POSTPONEMENTS = 3;
const BATCH_MS = 8_000;
const MARK_MS = 1_000;
const ID = /^\d{1,18}$/;

/** Stores an inbox in PostgreSQL or PGlite, which differ only in how a session is opened. */
export class SqlInboxStore<Transaction> implements PayInboxStore<Transaction> {
  readonly transactional = true;
  readonly connections: number | undefined;
  readonly #sql: ReturnType<typeof inboxStatements>;
  readonly #schema: string;
  readonly #now: () => Date | null;
  readonly #adding = new Batch((entries: readonly NewInboxEntry[]) => withBatchLimit(this.#add(entries)));
  readonly #completing = new Batch((completed: readonly Completion[]) =>
    withBatchLimit(this.#complete(completed, this.database, '')),
  );
  readonly #releasing = new Batch((leases: readonly InboxLease[]) =>
    withBatchLimit(this.#change(this.#sql.release, leases, this.database)),
  );

  /** @throws RangeError for an invalid schema name. */
  constructor(
    private readonly database: SqlDatabase<Transaction>,
    options: SqlStoreOptions,
  ) {
    const { schema, now } = readSqlOptions(options);
    this.#sql = inboxStatements(schema);
    this.#schema = schema;
    this.connections = database.connections;
    this.#now = now;
  }

  async migrate(): Promise<void> {
    try {
      await migrate(this.database, this.#schema, 'inbox', INBOX_MIGRATIONS);
    } catch (error) {
      throw new PayInboxStoreError(
        `the tables in the schema "${this.#schema}" could not be created or updated: ${describeThrown(error).message}. ` +
          'Check that the database is running and that its user may create the schema (grant create on database … to …). ' +
          'Or call store.migrate() as another user when you deploy, and set durableInbox({ migrate: false }).',
        { cause: error },
      );
    }
  }

  checkTables(): Promise<void> {
    return checkTables(this.database, this.#schema, 'inbox', INBOX_MIGRATIONS);
  }

  add(entry: NewInboxEntry): Promise<'stored' | 'duplicate'> {
    return this.#adding.add(entry);
  }

  claim({ worker, limit, leaseMs, isBusy = false }: InboxClaim): Promise<ClaimedInboxEntry[]> {
    return this.database.transaction(async (session) => {
      await session.query(this.#sql.lockClaims, [`nestjs-pay claim ${this.#schema}`, CLAIM_LIMIT]);
      const now = this.#now();
      const rows = await this.#claimRows(session, [
        now,
        limit,
        leaseMs,
        worker,
        `${randomUUID()}.`,
        isBusy,
        CLAIM_WINDOW + CLAIM_WINDOW_PER_ENTRY * limit,
      ]);
      const duplicates = rows.filter((row) => row.is_duplicate).map(({ id }) => id);
      if (duplicates.length > 0) await session.query(this.#sql.drop, [duplicates]);
      const claimed: ClaimedInboxEntry[] = [];
      for (const { id, token, alone, ...row } of rows) {
        if (row.is_duplicate) continue;
        const delivery = readDelivery(row.delivery);
        if (delivery === null) {
          // An error here would keep all other entries from being claimed.
          const values = [now, id, token, 'unconfirmed', UNREADABLE_DELIVERY];
          await session.query(this.#sql.moveToDeadLetters, values);
          continue;
        }
        claimed.push({
          id,
          token,
          delivery,
          alone,
          orderingKey: row.ordering_key,
          ordered: row.ordered,
          attempt: row.attempts,
          rejectedAttempts: row.rejected_attempts,
          unconfirmedAttempts: row.unconfirmed_attempts,
          ageMs: row.age_ms,
        });
      }
      return claimed;
    });
  }

  /** Postpones blocked entries while they fill the window and hide the entries behind them. */
  async #claimRows(session: SqlSession, values: unknown[]): Promise<ClaimedRow[]> {
    for (let postponements = 0; ; postponements++) {
      const { rows } = await session.query<ClaimRow>(this.#sql.claim, values);
      const claimed = rows.filter((row) => row.id !== null);
      if (rows[0]?.is_full !== true || postponements === POSTPONEMENTS) return claimed;
      await session.query(this.#sql.postpone, [this.#now(), POSTPONED]);
      if (claimed.length > 0) return claimed;
    }
  }

  renew(lease: InboxLease, leaseMs: number): Promise<boolean> {
    return this.#matches(this.#sql.renew, [lease.id, lease.token, leaseMs]);
  }

  complete({ id, token }: InboxLease, note?: PayInboxNote): Promise<boolean> {
    return this.#completing.add({ id, token, note });
  }

  async work(
    { id, token }: InboxLease,
    run: (transaction: Transaction) => Promise<void>,
    note?: PayInboxNote,
  ): Promise<boolean> {
    let isCompleted = false;
    try {
      await this.database.transaction(async (session, transaction) => {
        await session.query(this.#sql.mark);
        try {
          await run(transaction);
        } catch (error) {
          throw (await this.#hasEnded(session)) ? transactionEnded(error) : error;
        }
        const [isOurs] = await this.#complete([{ id, token, note }], session, MARK);
        // Otherwise another worker has the entry now, so the writes of this one are rolled back.
        if (isOurs !== true) throw (await this.#hasEnded(session)) ? transactionEnded() : LEASE_LOST;
        isCompleted = true;
      });
    } catch (error) {
      if (error === LEASE_LOST) return false;
      throw error;
    }
    // Knex resolves when a handler commits.
    if (!isCompleted) throw transactionEnded();
    return true;
  }

  /** Returns whether a transaction is no longer the one that was marked. An aborted or lost transaction has committed nothing. */
  async #hasEnded(session: SqlSession): Promise<boolean> {
    const marked = session.query<{ is_marked: boolean }>(this.#sql.isMarked);
    try {
      // A late handler may still be waiting for a statement.
      const { rows } = await withinTime(systemClock, MARK_MS, marked, 'no response');
      return rows[0]?.is_marked === false;
    } catch {
      return false;
    }
  }

  fail(
    { id, token }: InboxLease,
    { error, retryInMs, blocksLaterEntries, countsAs = 'attempt' }: InboxRetry,
  ): Promise<boolean> {
    return this.#matches(this.#sql.fail, [
      id,
      token,
      toStorableText(error),
      retryInMs,
      blocksLaterEntries,
      countsAs,
    ]);
  }

  moveToDeadLetters({ id, token }: InboxLease, reason: DeadLetterReason, error: string): Promise<boolean> {
    return this.#matches(this.#sql.moveToDeadLetters, [id, token, reason, toStorableText(error)]);
  }

  release(lease: InboxLease): Promise<boolean> {
    return this.#releasing.add(lease);
  }

  async deadLetters({ reason, before, limit = 100, account }: DeadLetterFilter = {}): Promise<
    PayDeadLetter[]
  > {
    const { rows } = await this.database.query<DeadLetterRow>(this.#sql.deadLetters, [
      reason ?? null,
      before !== undefined && ID.test(before) ? before : null,
      limit,
      account !== undefined,
      account ?? null,
    ]);
    return rows.map(toDeadLetter);
  }

  async deadLetter(id: string): Promise<PayDeadLetter | null> {
    if (!ID.test(id)) return null;
    const { rows } = await this.database.query<DeadLetterRow>(this.#sql.deadLetter, [id]);
    return rows[0] === undefined ? null : toDeadLetter(rows[0]);
  }

  replay(id: string): Promise<boolean> {
    return ID.test(id) ? this.#matches(this.#sql.replay, [id]) : Promise.resolve(false);
  }

  discard(id: string): Promise<boolean> {
    return ID.test(id) ? this.#matches(this.#sql.discard, [id]) : Promise.resolve(false);
  }

  async stats(account?: string | null): Promise<PayInboxStats> {
    const { rows } = await this.database.query<
      Omit<PayInboxStats, 'oldestAgeMs'> & { age_ms: number | null }
    >(this.#sql.stats, [this.#now(), account !== undefined, account ?? null]);
    const { backlog = 0, age_ms: oldestAgeMs = null, dead = 0, unconfirmed = 0, refused = 0 } = rows[0] ?? {};
    return { backlog, oldestAgeMs, dead, unconfirmed, refused };
  }

  async notes(topic: string): Promise<PayInboxNote['value'][]> {
    const { rows } = await this.database.query<{ note: string }>(this.#sql.notes, [topic, MAX_NOTES]);
    return rows.map(({ note }) => JSON.parse(note) as PayInboxNote['value']);
  }

  async unconfirmed(account: string | null): Promise<UnconfirmedCount[]> {
    return (await this.database.query<UnconfirmedCount>(this.#sql.unconfirmed, [account])).rows;
  }

  async deleteFinished(olderThanMs: number, limits?: InboxTrimLimits): Promise<number> {
    const old = await this.#count(this.#sql.deleteFinished, [this.#now(), olderThanMs]);
    if (limits === undefined) return old;
    return old + (await this.#count(this.#sql.trim, [limits.done, limits.dead]));
  }

  async #count(text: string, values: unknown[]): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(text, values);
    return rows[0]?.count ?? 0;
  }

  async #add(entries: readonly NewInboxEntry[]): Promise<('stored' | 'duplicate')[]> {
    const nameOf = ({ key, fingerprint }: NewInboxEntry): string => `${key}\0${fingerprint}`;
    // One statement cannot change a row twice.
    const all = [...new Map(entries.toReversed().map((entry) => [nameOf(entry), entry])).values()];
    const { rows } = await this.database.query<{ entry_key: string; fingerprint: string }>(this.#sql.add, [
      this.#now(),
      all.map(({ key }) => key),
      all.map(({ fingerprint }) => fingerprint),
      all.map(({ delivery }) => delivery.account),
      all.map(({ orderingKey }) => orderingKey),
      all.map(({ delivery }) => JSON.stringify(delivery)),
      all.map(({ source = null }) => source),
      all.map(({ confirmable = true }) => confirmable),
      all.map(({ ordered = true }) => ordered),
    ]);
    const stored = new Set(rows.map((row) => `${row.entry_key}\0${row.fingerprint}`));
    // Of equal entries, the first one was stored.
    return entries.map((entry) => (stored.delete(nameOf(entry)) ? 'stored' : 'duplicate'));
  }

  #complete(completed: readonly Completion[], session: SqlSession, mark: string): Promise<boolean[]> {
    return this.#change(this.#sql.complete, completed, session, [
      completed.map(({ note }) => note?.topic ?? null),
      completed.map(({ note }) => (note === undefined ? null : JSON.stringify(note.value))),
      mark,
    ]);
  }

  /** Runs a statement on several leases. Returns for each one whether it was valid. */
  async #change(
    text: string,
    leases: readonly InboxLease[],
    session: SqlSession,
    values: readonly unknown[] = [],
  ): Promise<boolean[]> {
    const { rows } = await session.query<{ token: string }>(text, [
      this.#now(),
      leases.map(({ id }) => id),
      leases.map(({ token }) => token),
      ...values,
    ]);
    const changed = new Set(rows.map(({ token }) => token));
    return leases.map(({ token }) => changed.has(token));
  }

  /** Runs a statement with the current time as `$1`. Returns whether a row matched. */
  async #matches(text: string, values: unknown[]): Promise<boolean> {
    const { rows } = await this.database.query(text, [this.#now(), ...values]);
    return rows.length > 0;
  }
}

/** Limits the time of a batch, because a dead connection may never answer. The next batch uses another connection. */
function withBatchLimit<Result>(batch: Promise<Result>): Promise<Result> {
  return withinTime(systemClock, BATCH_MS, batch, `the database did not answer within ${BATCH_MS} ms`);
}

function transactionEnded(error?: unknown): InboxWorkError {
  const own = error === undefined ? '' : ` The handler's own error: ${describeThrown(error).message}`;
  return new InboxWorkError(
    'transaction-ended',
    'the handler ended the transaction of @PayTransaction() with its own commit or rollback, so the event is not marked as handled, ' +
      `and is not retried. Remove that statement, check what the handler has written, and replay or discard the dead letter.${own}`,
  );
}

const LEASE_LOST = new Error('the lease is lost');

/** Removes NUL characters, which PostgreSQL's `text` type cannot store, and shortens the text. */
function toStorableText(text: string): string {
  return text.replaceAll('\0', '').slice(0, 1000);
}

function toDeadLetter({ id, reason, attempts, error, delivery, ...row }: DeadLetterRow): PayDeadLetter {
  return {
    id,
    reason,
    attempts,
    error: error ?? '',
    receivedAt: new Date(row.received_ms).toISOString(),
    deadLetteredAt: new Date(row.dead_lettered_ms).toISOString(),
    delivery: readDelivery(delivery) ?? unreadableDelivery(row.entry_key, row.account),
  };
}
