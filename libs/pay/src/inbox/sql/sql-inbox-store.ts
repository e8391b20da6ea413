import { randomUUID } from 'node:crypto';
import { describeThrown, isInstance } from '../../core/values/describe-thrown.js';
import { systemClock } from '../../core/values/clock.js';
import { withinTime } from '../../core/values/time-limit.js';
import { checkTables, migrate, SqlSetupError } from '../../stores/sql/migrate.js';
import { checkedDatabase, sqlStateOf } from '../../stores/sql/checked-database.js';
import { readSqlOptions } from '../../stores/sql/sql-store.js';
import type { SqlStoreOptions } from '../../stores/sql/sql-store.js';
import type { SqlDatabase, SqlSession, SqlTarget } from '../../stores/sql/sql-store.js';
import type { DeadLetterFilter, DeadLetterReason, PayDeadLetter } from '../dead-letters.js';
import type {
  ClaimedInboxDelivery,
  ClaimedInboxEvent,
  DeliveryCount,
  InboxClaim,
  InboxLease,
  InboxPostponement,
  NewInboxDelivery,
  NewInboxEvent,
  PayInboxStats,
  PayInboxStore,
} from '../inbox-store.js';
import { PayInboxStoreError, TransactionEndedError } from '../inbox-errors.js';
import { MAX_NOTES } from '../pay-inbox.js';
import type { PayInboxNote, PaySender } from '../../webhooks/delivery.types.js';
import { readDelivery, UNREADABLE_DELIVERY, unreadableDelivery } from '../stored-delivery.js';
import { batched } from './batch.js';
import { INBOX_MIGRATIONS } from './migrations.js';
import { inboxStatements, MARK } from './statements.js';

/** Times in ms after which the server ends a transaction; 0: never. */
interface ServerLimits {
  idleMs: number;
  transactionMs: number;
}

/** A row, with its delivery as text. */
type RowOf<Claimed> = Omit<Claimed, 'delivery'> & { delivery: string };

interface DeadLetterRow extends RowOf<PayDeadLetter> {
  event_key: string;
  account: string | null;
}

const MARK_MS = 1_000;
/** SQLSTATE of a statement in a transaction that an earlier error has aborted. */
const ABORTED = '25P02';
const ID = /^\d{1,18}$/;

/** Stores an inbox in PostgreSQL or PGlite, which differ only in how a session is opened. */
export class SqlInboxStore<Transaction> implements PayInboxStore<Transaction> {
  readonly sql: SqlTarget<Transaction>;
  readonly connections: number | undefined;
  private readonly database: SqlDatabase<Transaction>;
  readonly #statements: ReturnType<typeof inboxStatements>;
  readonly #schema: string;
  readonly #now: () => Date | null;
  readonly addDelivery = batched(async (calls: readonly [NewInboxDelivery][]) => {
    // One statement cannot change a row twice. Of equal keys, one of the service's deliveries is stored.
    const byKey = new Map<string, NewInboxDelivery>();
    for (const [one] of calls)
      if (byKey.get(one.delivery.key)?.sender !== 'service') byKey.set(one.delivery.key, one);
    const all = [...byKey.values()];
    const rows = await this.#query<{ delivery_key: string }>(this.#statements.addDeliveries, [
      all.map(({ delivery }) => delivery.key),
      all.map(({ delivery }) => delivery.account),
      all.map(({ sender }) => sender),
      all.map(({ delivery }) => JSON.stringify(delivery)),
    ]);
    const stored = new Set(rows.map((row) => byKey.get(row.delivery_key)));
    return calls.map(([one]) => (stored.has(one) ? 'stored' : 'duplicate'));
  });
  readonly confirm = batched(async (calls: readonly [InboxLease, NewInboxEvent][]) => {
    const rows = await this.#query<{ token: string }>(this.#statements.confirm, [
      calls.map(([{ id }]) => id),
      calls.map(([{ token }]) => token),
      calls.map(([, { delivery }]) => delivery.key),
      calls.map(([, { orderingKey }]) => orderingKey),
      calls.map(([, { delivery }]) => JSON.stringify(delivery)),
      calls.map(([, { confirmed }]) => confirmed),
      calls.map(([, { note }]) => note?.topic ?? null),
      calls.map(([, { note }]) => (note === undefined ? null : JSON.stringify(note.value))),
    ]);
    const confirmed = new Set(rows.map(({ token }) => token));
    return calls.map(([{ token }]) => confirmed.has(token));
  });
  readonly complete = batched((calls: readonly [InboxLease][]) =>
    this.#change(this.#statements.complete, calls.flat(), this.database, ''),
  );
  readonly release = batched((calls: readonly [InboxLease][]) =>
    this.#change(this.#statements.release, calls.flat(), this.database),
  );

  constructor(database: SqlDatabase<Transaction>, options: SqlStoreOptions) {
    this.database = checkedDatabase(database);
    const { schema, now } = readSqlOptions(options);
    this.#statements = inboxStatements(schema);
    this.#schema = schema;
    this.connections = database.connections;
    this.#now = now;
    this.sql = { database: this.database, schema, now };
  }

  async migrate(): Promise<void> {
    try {
      await migrate(this.database, this.#schema, 'inbox', INBOX_MIGRATIONS);
    } catch (error) {
      if (isInstance(error, SqlSetupError)) throw new PayInboxStoreError(error.message, { cause: error });
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

  async claimDeliveries(sender: PaySender, limit: number, leaseMs: number): Promise<ClaimedInboxDelivery[]> {
    const values = [sender, limit, leaseMs, newTokenPrefix()];
    const rows = await this.#query<RowOf<ClaimedInboxDelivery>>(this.#statements.claimDeliveries, values);
    const claimed: ClaimedInboxDelivery[] = [];
    for (const { delivery: text, ...row } of rows) {
      const delivery = readDelivery(text);
      // Nothing can confirm it, so it must not use the cap.
      if (delivery === null) await this.dropDelivery(row);
      else claimed.push({ ...row, delivery });
    }
    return claimed;
  }

  postponeDelivery(
    { id, token }: InboxLease,
    { error, retryInMs, countsAs }: { error: string; retryInMs: number; countsAs: InboxPostponement },
  ): Promise<boolean> {
    const values = [id, token, toStorableText(error), retryInMs, countsAs];
    return this.#matches(this.#statements.postponeDelivery, values);
  }

  renewDelivery({ id, token }: InboxLease, leaseMs: number): Promise<boolean> {
    return this.#matches(this.#statements.renewDelivery, [id, token, leaseMs]);
  }

  async dropDelivery({ id, token }: InboxLease): Promise<boolean> {
    return (await this.database.query(this.#statements.dropDelivery, [id, token])).rows.length > 0;
  }

  async countDeliveries(account: string | null): Promise<DeliveryCount[]> {
    return (await this.database.query<DeliveryCount>(this.#statements.countDeliveries, [account])).rows;
  }

  claimEvents({ worker, limit, leaseMs, isBusy = false }: InboxClaim): Promise<ClaimedInboxEvent[]> {
    return this.database.transaction(async (session) => {
      await session.query(this.#statements.lockClaims);
      const now = this.#now();
      const { rows } = await session.query<RowOf<ClaimedInboxEvent>>(this.#statements.claimEvents, [
        now,
        limit,
        leaseMs,
        worker,
        newTokenPrefix(),
        isBusy,
      ]);
      const claimed: ClaimedInboxEvent[] = [];
      for (const { delivery: text, ...row } of rows) {
        const delivery = readDelivery(text);
        // An error for an unreadable row would keep all other events from being claimed.
        if (delivery !== null) claimed.push({ ...row, delivery });
        else {
          const values = [now, row.id, row.token, 'failed', UNREADABLE_DELIVERY];
          await session.query(this.#statements.moveToDeadLetters, values);
        }
      }
      return claimed.sort((one, other) => Number(one.id) - Number(other.id));
    });
  }

  renew(lease: InboxLease, leaseMs: number): Promise<boolean> {
    return this.#matches(this.#statements.renew, [lease.id, lease.token, leaseMs]);
  }

  async work(lease: InboxLease, run: (transaction: Transaction) => Promise<void>): Promise<boolean> {
    let isCompleted = false;
    try {
      await this.database.transaction(async (session, transaction) => {
        const begunAt = performance.now();
        const { rows } = await session.query<ServerLimits>(this.#statements.mark);
        const reasonOf = async (error: unknown): Promise<unknown> =>
          this.#reasonOf(session, error, rows[0], performance.now() - begunAt);
        try {
          await run(transaction);
        } catch (error) {
          throw await reasonOf(error);
        }
        // The library would refuse the next statement with an error of its own.
        if (session.hasEnded?.() === true) throw transactionEnded();
        let isOurs: boolean | undefined;
        try {
          [isOurs] = await this.#change(this.#statements.complete, [lease], session, MARK);
        } catch (error) {
          throw await reasonOf(error);
        }
        // Otherwise another worker has the event now, so the writes of this one are rolled back.
        if (isOurs !== true)
          throw (await this.#stateOf(session)) === 'ended' ? transactionEnded() : LEASE_LOST;
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

  /** Returns the reason why an attempt failed: its error, or what has ended its transaction before. */
  async #reasonOf(
    session: SqlSession,
    error: unknown,
    limits: ServerLimits | undefined,
    tookMs: number,
  ): Promise<unknown> {
    const state = await this.#stateOf(session);
    if (state === 'ended') return transactionEnded(error);
    return (state === 'lost' ? endedByServer(limits, tookMs, error) : null) ?? error;
  }

  /** Returns whether a transaction is still the one that was marked. An aborted or lost transaction has committed nothing. */
  async #stateOf(session: SqlSession): Promise<'open' | 'ended' | 'lost'> {
    if (session.hasEnded?.() === true) return 'ended';
    const marked = session.query<{ is_marked: boolean }>(this.#statements.isMarked);
    try {
      // A late handler may still be waiting for a statement.
      const { rows } = await withinTime(systemClock, MARK_MS, marked, 'no response');
      return rows[0]?.is_marked === false ? 'ended' : 'open';
    } catch (error) {
      return sqlStateOf(error) === ABORTED ? 'open' : 'lost';
    }
  }

  fail(
    { id, token }: InboxLease,
    { error, retryInMs, isOrdered }: { error: string; retryInMs: number; isOrdered: boolean },
  ): Promise<boolean> {
    return this.#matches(this.#statements.fail, [id, token, toStorableText(error), retryInMs, isOrdered]);
  }

  moveToDeadLetters({ id, token }: InboxLease, reason: DeadLetterReason, error: string): Promise<boolean> {
    return this.#matches(this.#statements.moveToDeadLetters, [id, token, reason, toStorableText(error)]);
  }

  async deadLetters({ reason, before, limit = 100, account }: DeadLetterFilter = {}): Promise<
    PayDeadLetter[]
  > {
    const { rows } = await this.database.query<DeadLetterRow>(this.#statements.deadLetters, [
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
    const { rows } = await this.database.query<DeadLetterRow>(this.#statements.deadLetter, [id]);
    return rows[0] === undefined ? null : toDeadLetter(rows[0]);
  }

  replay(id: string): Promise<boolean> {
    return ID.test(id) ? this.#matches(this.#statements.replay, [id]) : Promise.resolve(false);
  }

  discard(id: string): Promise<boolean> {
    return ID.test(id) ? this.#matches(this.#statements.discard, [id]) : Promise.resolve(false);
  }

  async stats(account?: string | null): Promise<PayInboxStats> {
    const values = [account !== undefined, account ?? null];
    const [stats] = await this.#query<PayInboxStats>(this.#statements.stats, values);
    return stats ?? { backlog: 0, oldestAgeMs: null, dead: 0, unconfirmed: 0 };
  }

  async notes(topic: string): Promise<PayInboxNote['value'][]> {
    const { rows } = await this.database.query<{ note: string }>(this.#statements.notes, [topic, MAX_NOTES]);
    return rows.map(({ note }) => JSON.parse(note) as PayInboxNote['value']);
  }

  async deleteOld(olderThanMs: number, maxUnconfirmed: number): Promise<number> {
    const values = [olderThanMs, maxUnconfirmed];
    const [deleted] = await this.#query<{ count: number }>(this.#statements.deleteOld, values);
    return deleted?.count ?? 0;
  }

  /** Runs a statement on several leases. Returns for each one whether it was valid. */
  async #change(
    text: string,
    leases: readonly InboxLease[],
    session: SqlSession,
    ...values: unknown[]
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
    return (await this.#query(text, values)).length > 0;
  }

  /** Runs a statement with the current time as `$1`. Returns its rows. */
  async #query<Row>(text: string, values: unknown[]): Promise<Row[]> {
    return (await this.database.query<Row>(text, [this.#now(), ...values])).rows;
  }
}

function transactionEnded(error?: unknown): TransactionEndedError {
  const own = error === undefined ? '' : ` The handler's own error: ${describeThrown(error).message}`;
  return new TransactionEndedError(
    'the handler ended the transaction of @PayTransaction() with its own commit or rollback, so the event is not marked as handled, ' +
      `and is not retried. Remove that statement, check what the handler has written, and replay or discard the dead letter.${own}`,
  );
}

/** Returns the error for a transaction that a time limit of the server has ended, or null if there is no such limit. */
function endedByServer(limits: ServerLimits | undefined, tookMs: number, error: unknown): Error | null {
  const { idleMs = 0, transactionMs = 0 } = limits ?? {};
  const ends = [
    { name: 'idle_in_transaction_session_timeout', ms: idleMs, what: 'in which no statement runs' },
    { name: 'transaction_timeout', ms: transactionMs, what: 'that takes longer' },
  ].filter(({ ms }) => ms > 0 && ms <= tookMs);
  const reasons = ends.map(({ name, ms, what }) => `${name} ends a transaction after ${ms} ms ${what}`);
  if (reasons.length === 0) return null;
  return new Error(
    `the server has closed the connection of the handler, which took ${Math.round(tookMs)} ms: ${reasons.join(', and ')}. ` +
      `Raise it for the database user of the application, or do slow work before the handler. ${describeThrown(error).message}`,
    { cause: error },
  );
}

/** Tokens are this prefix and the ID of the row. */
const newTokenPrefix = (): string => `${randomUUID()}.`;

const LEASE_LOST = new Error('the lease is lost');

/** Removes NUL characters, which PostgreSQL's `text` type cannot store, and shortens the text. */
function toStorableText(text: string): string {
  return text.replaceAll('\0', '').slice(0, 1000);
}

function toDeadLetter({ delivery, event_key: key, account, ...row }: DeadLetterRow): PayDeadLetter {
  return { ...row, delivery: readDelivery(delivery) ?? unreadableDelivery(key, account) };
}
