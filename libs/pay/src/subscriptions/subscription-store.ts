import { randomUUID } from 'node:crypto';
import { IS_FREE, JsonStore, leaseEnd } from '../jobs/json-store.js';
import { epochMs, rowsOf } from '../stores/sql/sql-store.js';
import type { SqlSession, SqlTarget } from '../stores/sql/sql-store.js';
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
  /** First and last declined attempt for the period, and when its order was made. Days of a pause are added. */
  attemptedAt: number | null;
  declinedAt: number | null;
  linkAt: number | null;
  /** Whether the customer has to pay the period with another card. */
  needsCard: boolean;
  /** Period that is unpaid, as a person found. */
  unpaidPeriod: number | null;
  /** Steps in a row that led to nothing. */
  checks: number;
  pausedAt: number | null;
  /** Earlier pauses that ended after the period started. */
  pauses: readonly (readonly [from: number, until: number])[];
  /** Time of the last payment. */
  paidAt: number | null;
  /** Answer to the event `missed`, or `ask` until then. Null if nothing was missed. */
  missed: 'ask' | 'collect' | 'skip' | null;
  /** Whether it ends at its next step. */
  isCanceled: boolean;
  endReason: PaySubscriptionEndReason | null;
}

/** A row with the token of its lease. */
export interface LeasedRow extends SubscriptionRow {
  token: string;
}

/** Stores subscriptions and their paid periods. */
export class SubscriptionStore extends JsonStore<SubscriptionRow> {
  readonly #charges: string;
  readonly #notices: string;

  constructor(sql: SqlTarget<unknown>) {
    super(sql, 'subscriptions', { id: 'text', state: 'text', due_at: 'timestamptz', order_code: 'text' });
    this.#charges = `"${sql.schema}".subscription_charges`;
    this.#notices = `"${sql.schema}".subscription_notices`;
  }

  protected columnsOf({ id, state, dueAt, orderCode }: SubscriptionRow): unknown[] {
    return [id, state, dueAt === null ? null : new Date(dueAt), orderCode];
  }

  /** Returns the idempotency key of a period. Accounts have a schema each, and can share the store of the keys. */
  keyOf({ id, period }: SubscriptionRow): string {
    return `subscription:${this.sql.schema}:${id}:${period}`;
  }

  /** Stores a new subscription. One that ended as `not_started` is replaced, any other is left as it is. */
  async insert(row: SubscriptionRow): Promise<void> {
    await this.sql.database.query(
      `insert into ${this.table} as s ${this.columns} values ${this.places}
       on conflict (id) do update set (state, due_at, order_code, data)
         = (excluded.state, excluded.due_at, excluded.order_code, excluded.data)
       where s.state = 'ended' and s.data like '%"endReason":"not_started"%'`,
      this.valuesOf(row),
    );
  }

  /** Lists the paid periods of a subscription. */
  async charges(id: string, session: SqlSession = this.sql.database): Promise<PaySubscriptionCharge[]> {
    const rows = await rowsOf<PaySubscriptionCharge>(
      session,
      `select period, ${epochMs('period_start')} as "periodStart", amount::float8 as amount,
         transaction_id as "transactionId", ${epochMs('charged_at')} as "chargedAt",
         refunded::float8 as refunded, disputed::float8 as disputed
       from ${this.#charges} where subscription = $1 order by period`,
      [id],
    );
    return rows.map((row) => {
      const [periodStart, chargedAt] = [new Date(row.periodStart), new Date(row.chargedAt)];
      return { ...row, periodStart, chargedAt };
    });
  }

  /** Lists subscriptions that did not end, in the order in which they are due. */
  listRunning(limit: number): Promise<SubscriptionRow[]> {
    return this.list(`state <> 'ended' order by due_at nulls last, id limit $1::int`, [limit]);
  }

  /** Leases due subscriptions, or the one with an ID or an open order. */
  async claim(
    now: number,
    leaseMs: number,
    which: { limit: number } | { orderCode: string } | { id: string },
  ): Promise<LeasedRow[]> {
    const [condition, ...values] =
      'limit' in which
        ? ['due_at <= $3 order by due_at limit $4::int', new Date(now), which.limit]
        : 'id' in which
          ? ['id = $3', which.id]
          : ['order_code = $3', which.orderCode];
    const rows = await rowsOf<{ data: string; token: string }>(
      this.sql.database,
      `update ${this.table} s set token = $1, leased_until = ${leaseEnd('$2')}
       from (select id from ${this.table} where ${IS_FREE} and ${condition} for update skip locked) due
       where s.id = due.id returning s.data, s.token`,
      [randomUUID(), leaseMs, ...values],
    );
    return rows.map((row) => ({ ...this.rowOf(row), token: row.token }));
  }

  /** Returns whether a period of any subscription has a transaction. */
  async isCharged(transactionId: string): Promise<boolean> {
    const text = `select 1 from ${this.#charges} where lower(transaction_id) = lower($1)`;
    return (await rowsOf(this.sql.database, text, [transactionId])).length > 0;
  }

  /** Returns the ID of the subscription whose charges belong to an order. */
  async ofOrder(orderCode: string): Promise<string | null> {
    const text = `select subscription as id from ${this.#charges} where order_code = $1 limit 1`;
    const [row] = await rowsOf<{ id: string }>(this.sql.database, text, [orderCode]);
    return row?.id ?? null;
  }

  /** Records a paid period, in the transaction of `changeRow`. @param orderCode - Order of the card, to find the charge's refunds. */
  async insertCharge(
    session: SqlSession,
    id: string,
    { period, periodStart, amount, transactionId, chargedAt }: PaySubscriptionCharge,
    orderCode: string | null,
  ): Promise<void> {
    await session.query(
      `insert into ${this.#charges}
         (subscription, period, period_start, amount, transaction_id, charged_at, order_code)
       values ($1, $2::int, $3::timestamptz, $4::bigint, $5, $6::timestamptz, $7)`,
      [id, period, periodStart, amount, transactionId, chargedAt, orderCode],
    );
  }

  async updateCharge(
    session: SqlSession,
    charge: Pick<PaySubscriptionCharge, 'transactionId' | 'refunded' | 'disputed'>,
  ): Promise<void> {
    await session.query(
      `update ${this.#charges} set refunded = $2::bigint, disputed = $3::bigint where transaction_id = $1`,
      [charge.transactionId, charge.refunded, charge.disputed],
    );
  }

  /** Records that a charge was reported. Resolves with false if it was reported before. */
  async insertNotice(session: SqlSession, transactionId: string): Promise<boolean> {
    const text = `insert into ${this.#notices} (transaction_id) values ($1) on conflict do nothing returning 1`;
    return (await rowsOf(session, text, [transactionId])).length > 0;
  }
}
