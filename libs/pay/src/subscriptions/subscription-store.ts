import { randomUUID } from 'node:crypto';
import { checkTables, migrate } from '../stores/sql/migrate.js';
import { epochMs } from '../stores/sql/sql-store.js';
import type { SqlDatabase, SqlSession } from '../stores/sql/sql-store.js';
import { SUBSCRIPTION_MIGRATIONS } from './migrations.js';
import type {
  PaySubscribeOptions,
  PaySubscriptionCharge,
  PaySubscriptionEndReason,
} from './subscription.types.js';

/** A stored subscription. Times are in milliseconds since 1970, amounts in minor units. */
export interface SubscriptionRow extends PaySubscribeOptions {
  state: 'pending' | 'active' | 'past_due' | 'ended';
  dueAt: number | null;
  /** Order that the customer can pay. An ended subscription keeps it, because it may be paid late. */
  orderCode: string | null;
  /** Local time of the first period. Null until the card is saved. */
  anchor: string | null;
  /** Transaction that saved the card, and its order. */
  card: { transactionId: string; orderCode: string } | null;
  /** Next period to be paid. */
  period: number;
  periodStart: number | null;
  /** Amount of that period, fixed by its first attempt. */
  periodAmount: number | null;
  /** Whether a charge was sent whose outcome is not recorded. */
  isSent: boolean;
  declines: number;
  /** Whether the customer has to pay the period with another card. */
  needsCard: boolean;
  /** Steps in a row that led to nothing. */
  checks: number;
  pausedAt: number | null;
  /** Whether it ends at its next step. */
  isCanceled: boolean;
  endReason: PaySubscriptionEndReason | null;
}

/** A row with the token of its lease. */
export interface LeasedRow extends SubscriptionRow {
  token: string;
}

/** What a step changes, and what it records. */
export interface SubscriptionChange {
  patch: Partial<SubscriptionRow>;
  charge?: PaySubscriptionCharge | undefined;
  endsLease?: boolean;
}

/** Stores subscriptions and their paid periods. */
export class SubscriptionStore<Transaction> {
  readonly #table: string;
  readonly #charges: string;

  constructor(
    private readonly database: SqlDatabase<Transaction>,
    private readonly schema: string,
  ) {
    this.#table = `"${schema}".subscriptions`;
    this.#charges = `"${schema}".subscription_charges`;
  }

  /** Creates or updates the tables, or checks that they are up to date. */
  migrate(mayChange: boolean): Promise<void> {
    const run = mayChange ? migrate : checkTables;
    return run(this.database, this.schema, 'subscriptions', SUBSCRIPTION_MIGRATIONS);
  }

  async get(id: string): Promise<SubscriptionRow | null> {
    const { rows } = await this.database.query<{ data: string }>(
      `select data from ${this.#table} where id = $1`,
      [id],
    );
    return rows[0] === undefined ? null : rowOf(rows[0]);
  }

  /** Stores a new subscription. One that ended as `not_started` is replaced, any other is left as it is. */
  async insert(row: SubscriptionRow): Promise<void> {
    await this.database.query(
      `insert into ${this.#table} as s (id, state, due_at, order_code, data) values ${VALUES}
       on conflict (id) do update set (state, due_at, order_code, data)
         = (excluded.state, excluded.due_at, excluded.order_code, excluded.data)
       where s.state = 'ended' and s.data like '%"endReason":"not_started"%'`,
      valuesOf(row),
    );
  }

  /** Lists the paid periods of a subscription. */
  async charges(id: string): Promise<PaySubscriptionCharge[]> {
    const { rows } = await this.database.query<PaySubscriptionCharge>(
      `select period, ${epochMs('period_start')} as "periodStart", amount::float8 as amount,
         transaction_id as "transactionId", ${epochMs('charged_at')} as "chargedAt"
       from ${this.#charges} where subscription = $1 order by period`,
      [id],
    );
    return rows.map((row) => ({
      ...row,
      periodStart: new Date(row.periodStart),
      chargedAt: new Date(row.chargedAt),
    }));
  }

  /** Leases due subscriptions, or the one with an open order. */
  async claim(
    now: number,
    leaseMs: number,
    which: { limit: number } | { orderCode: string },
  ): Promise<LeasedRow[]> {
    const [condition, value] =
      'limit' in which
        ? ['due_at <= $3 order by due_at limit $4::int', which.limit]
        : ['order_code = $4 and $3::timestamptz is not null', which.orderCode];
    const { rows } = await this.database.query<{ data: string; token: string }>(
      `update ${this.#table} s
       set token = $1, leased_until = clock_timestamp() + $2::float8 * interval '1 millisecond'
       from (
         select id from ${this.#table}
         where (leased_until is null or leased_until <= clock_timestamp()) and ${condition} for update skip locked
       ) due
       where s.id = due.id returning s.data, s.token`,
      [randomUUID(), leaseMs, new Date(now), value],
    );
    return rows.map((row) => ({ ...rowOf(row), token: row.token }));
  }

  /**
   * Changes a subscription in a transaction, with all that belongs to the change.
   *
   * @param token - Token of the lease. If it is lost, nothing changes. Null changes the subscription without a lease.
   * @param decide - Returns the change of the present row, or null for none.
   * @param also - Runs in the same transaction, with the changed row.
   * @returns The changed row; null if there was none, or nothing to change.
   */
  change(
    id: string,
    token: string | null,
    decide: (row: SubscriptionRow) => SubscriptionChange | null,
    also?: (row: SubscriptionRow, transaction: Transaction) => Promise<void>,
  ): Promise<SubscriptionRow | null> {
    return this.database.transaction(async (session, transaction) => {
      const { rows } = await session.query<{ data: string }>(
        `select data from ${this.#table} where id = $1 and ($2::text is null or token = $2) for update`,
        [id, token],
      );
      const row = rows[0] === undefined ? null : rowOf(rows[0]);
      const change = row === null ? null : decide(row);
      if (row === null || change === null) return null;
      const changed = { ...row, ...change.patch };
      await session.query(
        `update ${this.#table} set (id, state, due_at, order_code, data) = ${VALUES}
         ${change.endsLease === true ? ', token = null, leased_until = null' : ''} where id = $1`,
        valuesOf(changed),
      );
      if (change.charge !== undefined) await this.#insertCharge(session, id, change.charge);
      await also?.(changed, transaction);
      return changed;
    });
  }

  async #insertCharge(session: SqlSession, id: string, charge: PaySubscriptionCharge): Promise<void> {
    const { period, periodStart, amount, transactionId, chargedAt } = charge;
    await session.query(
      `insert into ${this.#charges} (subscription, period, period_start, amount, transaction_id, charged_at)
       values ($1, $2::int, $3::timestamptz, $4::bigint, $5, $6::timestamptz)`,
      [id, period, periodStart, amount, transactionId, chargedAt],
    );
  }
}

const VALUES = `($1, $2, $3::timestamptz, $4, $5)`;

function valuesOf(row: SubscriptionRow): unknown[] {
  const dueAt = row.dueAt === null ? null : new Date(row.dueAt);
  return [row.id, row.state, dueAt, row.orderCode, JSON.stringify(row)];
}

const rowOf = ({ data }: { data: string }): SubscriptionRow => JSON.parse(data) as SubscriptionRow;
