import { randomUUID } from 'node:crypto';
import { describeThrown, isInstance } from '../../core/values/describe-thrown.js';
import { checkTables, migrate, SqlSetupError } from '../../stores/sql/migrate.js';
import { checkedDatabase } from '../../stores/sql/checked-database.js';
import { readSqlOptions } from '../../stores/sql/sql-store.js';
import type { SqlDatabase, SqlSession, SqlStoreOptions } from '../../stores/sql/sql-store.js';
import type { PayDeadLetter } from '../dead-letters.js';
import type {
  ClaimedInboxDelivery,
  ClaimedInboxEvent,
  DeliveryCount,
  InboxLease,
  NewInboxDelivery,
  NewInboxEvent,
  PayInboxStats,
  PayInboxStore,
} from '../inbox-store.js';
import { PayInboxStoreError } from '../inbox-errors.js';
import { MAX_NOTES } from '../pay-inbox.js';
import type { PayInboxNote } from '../../webhooks/delivery.types.js';
import { readDelivery, UNREADABLE_DELIVERY, unreadableDelivery } from '../stored-delivery.js';
import { batched } from './batch.js';
import { handlerTransaction } from './handler-transaction.js';
import { INBOX_MIGRATIONS } from './migrations.js';
import { inboxStatements, MARK } from './statements.js';

/** A row, with its delivery as text. */
type RowOf<Claimed> = Omit<Claimed, 'delivery'> & { delivery: string };

interface DeadLetterRow extends RowOf<PayDeadLetter> {
  event_key: string;
  account: string | null;
}

const ID = /^\d{1,18}$/;
const NO_STATS: PayInboxStats = { backlog: 0, oldestAgeMs: null, dead: 0, unconfirmed: 0 };

/** Stores an inbox in PostgreSQL or PGlite, which differ only in how a session is opened. */
export function sqlInboxStore<Transaction>(
  unchecked: SqlDatabase<Transaction>,
  options: SqlStoreOptions,
): PayInboxStore<Transaction> {
  const database = checkedDatabase(unchecked);
  const { schema, now } = readSqlOptions(options);
  const statements = inboxStatements(schema);

  /** Runs a statement with the current time as `$1`. Returns its rows. */
  const query = async <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await database.query<Row>(text, [now(), ...values])).rows;
  /** Runs a statement with the current time as `$1`. Returns whether a row matched. */
  const matches = async (text: string, ...values: unknown[]): Promise<boolean> =>
    (await query(text, ...values)).length > 0;
  /** Changes the row of a lease. Returns whether the lease was valid. */
  const changeLeased = (text: string, { id, token }: InboxLease, ...values: unknown[]): Promise<boolean> =>
    matches(text, id, token, ...values);
  /** Runs a statement without the time. Returns its rows. */
  const read = async <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await database.query<Row>(text, values)).rows;

  /** Runs a statement on several leases. Returns for each one whether it was valid. */
  async function changeAll(
    text: string,
    leases: readonly InboxLease[],
    session: SqlSession,
    ...values: unknown[]
  ): Promise<boolean[]> {
    const [ids, tokens] = [leases.map(({ id }) => id), leases.map(({ token }) => token)];
    const { rows } = await session.query<{ token: string }>(text, [now(), ids, tokens, ...values]);
    const changed = new Set(rows.map(({ token }) => token));
    return tokens.map((token) => changed.has(token));
  }

  async function dropDelivery({ id, token }: InboxLease): Promise<boolean> {
    return (await read(statements.dropDelivery, id, token)).length > 0;
  }

  return {
    sql: { database, schema, now },
    connections: database.connections,

    async migrate() {
      try {
        await migrate(database, schema, 'inbox', INBOX_MIGRATIONS);
      } catch (error) {
        if (isInstance(error, SqlSetupError)) throw new PayInboxStoreError(error.message, { cause: error });
        throw new PayInboxStoreError(
          `the tables in the schema "${schema}" could not be created or updated: ${describeThrown(error).message}. ` +
            'Check that the database is running and that its user may create the schema (grant create on database … to …). ' +
            'Or call store.migrate() as another user when you deploy, and set durableInbox({ migrate: false }).',
          { cause: error },
        );
      }
    },
    checkTables: () => checkTables(database, schema, 'inbox', INBOX_MIGRATIONS),

    addDelivery: batched(async (calls: readonly [NewInboxDelivery][]) => {
      // One statement cannot change a row twice. Of equal keys, one of the service's deliveries is stored.
      const byKey = new Map<string, NewInboxDelivery>();
      for (const [one] of calls)
        if (byKey.get(one.delivery.key)?.sender !== 'service') byKey.set(one.delivery.key, one);
      const all = [...byKey.values()];
      const rows = await query<{ delivery_key: string }>(
        statements.addDeliveries,
        all.map(({ delivery }) => delivery.key),
        all.map(({ delivery }) => delivery.account),
        all.map(({ sender }) => sender),
        all.map(({ delivery }) => JSON.stringify(delivery)),
      );
      const stored = new Set(rows.map((row) => byKey.get(row.delivery_key)));
      return calls.map(([one]) => (stored.has(one) ? 'stored' : 'duplicate'));
    }),
    async claimDeliveries(sender, limit, leaseMs) {
      const rows = await query<RowOf<ClaimedInboxDelivery>>(
        statements.claimDeliveries,
        ...[sender, limit, leaseMs, newTokenPrefix()],
      );
      const claimed: ClaimedInboxDelivery[] = [];
      for (const { delivery: text, ...row } of rows) {
        const delivery = readDelivery(text);
        // Nothing can confirm it, so it must not use the cap.
        if (delivery === null) await dropDelivery(row);
        else claimed.push({ ...row, delivery });
      }
      return claimed;
    },
    confirm: batched(async (calls: readonly [InboxLease, NewInboxEvent][]) => {
      const rows = await query<{ token: string }>(
        statements.confirm,
        calls.map(([{ id }]) => id),
        calls.map(([{ token }]) => token),
        calls.map(([, { delivery }]) => delivery.key),
        calls.map(([, { orderingKey }]) => orderingKey),
        calls.map(([, { delivery }]) => JSON.stringify(delivery)),
        calls.map(([, { confirmed }]) => confirmed),
        calls.map(([, { note }]) => note?.topic ?? null),
        calls.map(([, { note }]) => (note === undefined ? null : JSON.stringify(note.value))),
      );
      const confirmed = new Set(rows.map(({ token }) => token));
      return calls.map(([{ token }]) => confirmed.has(token));
    }),
    postponeDelivery: (lease, { error, retryInMs, countsAs }) =>
      changeLeased(statements.postponeDelivery, lease, toStorableText(error), retryInMs, countsAs),
    renewDelivery: (lease, leaseMs) => changeLeased(statements.renewDelivery, lease, leaseMs),
    dropDelivery,
    countDeliveries: (account) => read<DeliveryCount>(statements.countDeliveries, account),

    claimEvents: ({ worker, limit, leaseMs, isBusy = false }) =>
      database.transaction(async (session) => {
        await session.query(statements.lockClaims);
        const claimedAt = now();
        const values = [claimedAt, limit, leaseMs, worker, newTokenPrefix(), isBusy];
        const { rows } = await session.query<RowOf<ClaimedInboxEvent>>(statements.claimEvents, values);
        const claimed: ClaimedInboxEvent[] = [];
        for (const { delivery: text, ...row } of rows) {
          const delivery = readDelivery(text);
          // An error for an unreadable row would keep all other events from being claimed.
          if (delivery !== null) claimed.push({ ...row, delivery });
          else {
            const dead = [claimedAt, row.id, row.token, 'failed', UNREADABLE_DELIVERY];
            await session.query(statements.moveToDeadLetters, dead);
          }
        }
        return claimed.sort((one, other) => Number(one.id) - Number(other.id));
      }),
    renew: (lease, leaseMs) => changeLeased(statements.renew, lease, leaseMs),
    complete: batched((calls: readonly [InboxLease][]) =>
      changeAll(statements.complete, calls.flat(), database, ''),
    ),
    work: (lease, run) =>
      handlerTransaction(database, statements, run, async (session) => {
        const [isOurs = false] = await changeAll(statements.complete, [lease], session, MARK);
        return isOurs;
      }),
    fail: (lease, { error, retryInMs, isOrdered }) =>
      changeLeased(statements.fail, lease, toStorableText(error), retryInMs, isOrdered),
    moveToDeadLetters: (lease, reason, error) =>
      changeLeased(statements.moveToDeadLetters, lease, reason, toStorableText(error)),
    release: batched((calls: readonly [InboxLease][]) =>
      changeAll(statements.release, calls.flat(), database),
    ),

    async deadLetters({ reason = null, before = '', limit = 100, account } = {}) {
      const page = [reason, ID.test(before) ? before : null, limit];
      const of = [account !== undefined, account ?? null];
      return (await read<DeadLetterRow>(statements.deadLetters, ...page, ...of)).map(toDeadLetter);
    },
    async deadLetter(id) {
      const [row] = ID.test(id) ? await read<DeadLetterRow>(statements.deadLetter, id) : [];
      return row === undefined ? null : toDeadLetter(row);
    },
    replay: async (id) => ID.test(id) && matches(statements.replay, id),
    discard: async (id) => ID.test(id) && matches(statements.discard, id),
    async stats(account) {
      const of = [account !== undefined, account ?? null];
      const [stats = NO_STATS] = await query<PayInboxStats>(statements.stats, ...of);
      return stats;
    },
    async notes(topic) {
      const rows = await read<{ note: string }>(statements.notes, topic, MAX_NOTES);
      return rows.map(({ note }) => JSON.parse(note) as PayInboxNote['value']);
    },
    async deleteOld(olderThanMs, maxUnconfirmed) {
      const [deleted] = await query<{ count: number }>(statements.deleteOld, olderThanMs, maxUnconfirmed);
      return deleted?.count ?? 0;
    },
  };
}

/** Tokens are this prefix and the ID of the row. */
const newTokenPrefix = (): string => `${randomUUID()}.`;

/** Removes NUL characters, which PostgreSQL's `text` type cannot store, and shortens the text. */
function toStorableText(text: string): string {
  return text.replaceAll('\0', '').slice(0, 1000);
}

function toDeadLetter({ delivery, event_key: key, account, ...row }: DeadLetterRow): PayDeadLetter {
  return { ...row, delivery: readDelivery(delivery) ?? unreadableDelivery(key, account) };
}
