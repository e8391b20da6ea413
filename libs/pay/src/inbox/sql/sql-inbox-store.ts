import { randomUUID } from 'node:crypto';
import { describeThrown } from '../../core/values/describe-thrown.js';
import { systemClock } from '../../core/values/clock.js';
import { withinTime } from '../../core/values/time-limit.js';
import { migrate } from '../../stores/sql/migrate.js';
import { readSqlOptions } from '../../stores/sql/sql-options.js';
import type { SqlStoreOptions } from '../../stores/sql/sql-options.js';
import type { SqlDatabase, SqlSession } from '../../stores/sql/sql-session.js';
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
import { PayInboxStoreError } from '../inbox-errors.js';
import { readDelivery, UNREADABLE_DELIVERY } from '../stored-delivery.js';
import { Batch } from './batch.js';
import { letterOf } from './letter-row.js';
import type { LetterRow } from './letter-row.js';
import { INBOX_MIGRATIONS } from './migrations.js';
import { inboxStatements } from './statements.js';

interface ClaimedRow {
  id: string;
  token: string;
  lane: string | null;
  attempts: number;
  refusals: number;
  doubts: number;
  alone: boolean;
  age_ms: number;
  delivery: string;
  repeat: boolean;
}

/** `id` is null where no entry was claimed. */
type ClaimRow = { is_full: boolean } & (ClaimedRow | { id: null });

/** A claim takes milliseconds; one that takes longer than this is frozen. */
const CLAIM_LIMIT = '5s';
/** How many due entries a claim looks at beyond four for each that it may claim. It needs more only if most of them wait for others. */
const CLAIM_WINDOW = 100;
/** How many entries that wait for others a claim postpones at once, and how often. */
const POSTPONED = 1_000;
const POSTPONEMENTS = 3;
const BATCH_MS = 8_000;
const ID = /^\d{1,18}$/;

/** Stores an inbox in PostgreSQL or PGlite, which differ only in how a session is opened. */
export class SqlInboxStore<Transaction> implements PayInboxStore<Transaction> {
  readonly transactional = true;
  readonly connections: number | undefined;
  readonly #sql: ReturnType<typeof inboxStatements>;
  readonly #schema: string;
  readonly #now: () => Date | null;
  readonly #adding = new Batch((entries: readonly NewInboxEntry[]) => inTime(this.#add(entries)));
  readonly #completing = new Batch((leases: readonly InboxLease[]) =>
    inTime(this.#complete(leases, this.database)),
  );

  /** @throws RangeError for a schema's name that is none. */
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
        `the tables in the schema "${this.#schema}" could not be made or brought up to date: ${describeThrown(error).message}. Is the database there, ` +
          'and may this user create the schema (grant create on database … to …)? Or have one who may call ' +
          'store.migrate() when you deploy, and set durableInbox({ migrate: false }).',
        { cause: error },
      );
    }
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
        CLAIM_WINDOW + 4 * limit,
      ]);
      const repeats = rows.filter(({ repeat }) => repeat).map(({ id }) => id);
      if (repeats.length > 0) await session.query(this.#sql.drop, [repeats]);
      const claimed: ClaimedInboxEntry[] = [];
      for (const { id, token, lane, attempts, refusals, doubts, alone, age_ms: ageMs, ...row } of rows) {
        if (row.repeat) continue;
        const delivery = readDelivery(row.delivery);
        // An error here would keep all other entries from being claimed.
        if (delivery === null)
          await session.query(this.#sql.bury, [now, id, token, 'unconfirmed', UNREADABLE_DELIVERY]);
        else claimed.push({ id, token, lane, attempt: attempts, refusals, doubts, alone, ageMs, delivery });
      }
      return claimed;
    });
  }

  /** Postpones entries that wait for others as long as they hide those behind them. */
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

  fail(
    { id, token }: InboxLease,
    { error, retryInMs, holdsLane, counts = 'attempt' }: InboxRetry,
  ): Promise<boolean> {
    return this.#hits(this.#sql.fail, [id, token, storable(error), retryInMs, holdsLane, counts]);
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
      reason ?? null,
      before !== undefined && ID.test(before) ? before : null,
      limit,
      account !== undefined,
      account ?? null,
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
    const { backlog = 0, age_ms: oldestAgeMs = null, dead = 0, unconfirmed = 0, refused = 0 } = rows[0] ?? {};
    return { backlog, oldestAgeMs, dead, unconfirmed, refused };
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

  async #add(entries: readonly NewInboxEntry[]): Promise<('stored' | 'duplicate')[]> {
    const nameOf = ({ key, fingerprint }: NewInboxEntry): string => `${key}\0${fingerprint}`;
    // One statement cannot change a row twice.
    const all = [...new Map(entries.toReversed().map((entry) => [nameOf(entry), entry])).values()];
    const { rows } = await this.database.query<{ entry_key: string; fingerprint: string }>(this.#sql.add, [
      this.#now(),
      all.map(({ key }) => key),
      all.map(({ fingerprint }) => fingerprint),
      all.map(({ delivery }) => delivery.account),
      all.map(({ lane }) => lane),
      // Text, not jsonb: jsonb takes neither every string nor the order of members.
      all.map(({ delivery }) => JSON.stringify(delivery)),
      all.map(({ source = null }) => source),
      all.map(({ confirmable = true }) => confirmable),
    ]);
    const stored = new Set(rows.map((row) => `${row.entry_key}\0${row.fingerprint}`));
    // Of two that are the same the first is the one that was stored.
    return entries.map((entry) => (stored.delete(nameOf(entry)) ? 'stored' : 'duplicate'));
  }

  async #complete(leases: readonly InboxLease[], session: SqlSession): Promise<boolean[]> {
    const { rows } = await session.query<{ token: string }>(this.#sql.complete, [
      this.#now(),
      leases.map(({ id }) => id),
      leases.map(({ token }) => token),
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

/** A connection whose other end is gone may never answer: those that wait go on over another. */
function inTime<Result>(batch: Promise<Result>): Promise<Result> {
  return withinTime(systemClock, BATCH_MS, batch, `the database did not answer within ${BATCH_MS} ms`);
}

const LOST = new Error('the lease is lost');

/** PostgreSQL's text holds no NUL. */
function storable(text: string): string {
  return text.replaceAll('\0', '').slice(0, 1000);
}
