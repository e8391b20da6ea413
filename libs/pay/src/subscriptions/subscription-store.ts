import { randomUUID } from 'node:crypto';
import { checkTables, migrate } from '../stores/sql/migrate.js';
import { epochMs } from '../stores/sql/sql-store.js';
import type { SqlDatabase, SqlSession } from '../stores/sql/sql-store.js';
import type { PaySubscriptionInterval } from './billing-calendar.js';
import { SUBSCRIPTION_MIGRATIONS } from './migrations.js';
import type { PaySubscriptionCharge, PaySubscriptionEndReason } from './subscription.types.js';

/** A stored subscription. Times are in milliseconds since 1970, amounts in minor units. */
export interface SubscriptionRow {
  id: string;
  state: 'pending' | 'active' | 'past_due' | 'ended';
  pausedAt: number | null;
  /** Whether it ends at its next step. */
  cancel: boolean;
  price: number;
  currency: string | null;
  interval: PaySubscriptionInterval;
  intervalCount: number;
  timeZone: string;
  trialDays: number;
  /** JSON of the orders' other options. */
  orderOptions: string;
  /** Null until the card is saved. */
  anchor: string | null;
  /** Transaction that saved the card, and its order. */
  card: string | null;
  cardOrder: string | null;
  /** Next period to be paid. */
  period: number;
  periodStart: number | null;
  /** Amount of the period, fixed by its first attempt. */
  amount: number | null;
  /** Whether a charge was sent whose outcome is not recorded. */
  sent: boolean;
  declines: number;
  declineEvent: number | null;
  /** Whether the customer has to pay the period with another card. */
  cardNeeded: boolean;
  /** Order that the customer can pay. */
  orderCode: string | null;
  /** Transaction of that order, from a webhook. */
  payment: string | null;
  /** Steps in a row that led to nothing. */
  checks: number;
  endedReason: PaySubscriptionEndReason | null;
  dueAt: number | null;
  token: string | null;
  leasedUntil: number | null;
  createdAt: number;
}

type ColumnType = 'text' | 'timestamptz' | 'boolean' | 'bigint' | 'integer';

const COLUMNS: Readonly<Record<keyof SubscriptionRow, readonly [name: string, type: ColumnType]>> = {
  id: ['id', 'text'],
  state: ['state', 'text'],
  pausedAt: ['paused_at', 'timestamptz'],
  cancel: ['cancel', 'boolean'],
  price: ['price', 'bigint'],
  currency: ['currency', 'text'],
  interval: ['interval_unit', 'text'],
  intervalCount: ['interval_count', 'integer'],
  timeZone: ['time_zone', 'text'],
  trialDays: ['trial_days', 'integer'],
  orderOptions: ['order_options', 'text'],
  anchor: ['anchor', 'text'],
  card: ['card', 'text'],
  cardOrder: ['card_order', 'text'],
  period: ['period', 'integer'],
  periodStart: ['period_start', 'timestamptz'],
  amount: ['amount', 'bigint'],
  sent: ['sent', 'boolean'],
  declines: ['declines', 'integer'],
  declineEvent: ['decline_event', 'integer'],
  cardNeeded: ['card_needed', 'boolean'],
  orderCode: ['order_code', 'text'],
  payment: ['payment', 'text'],
  checks: ['checks', 'integer'],
  endedReason: ['ended_reason', 'text'],
  dueAt: ['due_at', 'timestamptz'],
  token: ['token', 'text'],
  leasedUntil: ['leased_until', 'timestamptz'],
  createdAt: ['created_at', 'timestamptz'],
};

/** Selects a value as a number, because drivers return `bigint` and times in forms of their own. */
const selected = (name: string, type: ColumnType): string =>
  type === 'timestamptz' ? epochMs(name) : type === 'bigint' ? `${name}::float8` : name;
const placeholder = (type: ColumnType, index: number): string =>
  type === 'timestamptz' ? `to_timestamp($${index}::float8 / 1000)` : `$${index}::${type}`;
const SELECTED = Object.entries(COLUMNS)
  .map(([member, [name, type]]) => `${selected(`s.${name}`, type)} as "${member}"`)
  .join(', ');

/** What a step changes, and what it records. */
export interface SubscriptionChange {
  patch: Partial<SubscriptionRow>;
  charge?: Omit<PaySubscriptionCharge, 'periodStart' | 'chargedAt'> & {
    periodStart: number;
    chargedAt: number;
  };
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

  migrate(): Promise<void> {
    return migrate(this.database, this.schema, 'subscriptions', SUBSCRIPTION_MIGRATIONS);
  }

  checkTables(): Promise<void> {
    return checkTables(this.database, this.schema, 'subscriptions', SUBSCRIPTION_MIGRATIONS);
  }

  async get(id: string): Promise<SubscriptionRow | null> {
    const { rows } = await this.database.query<SubscriptionRow>(
      `select ${SELECTED} from ${this.#table} s where s.id = $1`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** Stores a new subscription, or one in place of a subscription that never started. Resolves with false if another one has the ID. */
  async insert(row: Partial<SubscriptionRow>): Promise<boolean> {
    const { names, values, placeholders } = columnsOf(row);
    const { rows } = await this.database.query(
      `insert into ${this.#table} as s (${names.join(', ')}) values (${placeholders(1).join(', ')})
       on conflict (id) do update set (${names.join(', ')}) = (${names.map((name) => `excluded.${name}`).join(', ')})
       where s.state = 'ended' and s.card is null and s.payment is null returning s.id`,
      values,
    );
    return rows.length > 0;
  }

  /** Lists the paid periods of a subscription. */
  async charges(id: string): Promise<PaySubscriptionCharge[]> {
    const { rows } = await this.database.query<PaySubscriptionCharge>(
      `select period, ${epochMs('period_start')} as "periodStart", amount::float8 as amount, transaction_id as "transactionId",
         ${epochMs('charged_at')} as "chargedAt" from ${this.#charges} where subscription = $1 order by period`,
      [id],
    );
    return rows.map((row) => ({
      ...row,
      periodStart: new Date(row.periodStart),
      chargedAt: new Date(row.chargedAt),
    }));
  }

  /**
   * Leases due subscriptions. A paused one is due only to record what has already happened.
   *
   * @param id - Limits the lease to one subscription.
   */
  async claim(
    now: number,
    limit: number,
    leaseMs: number,
    id: string | null = null,
  ): Promise<SubscriptionRow[]> {
    const { rows } = await this.database.query<SubscriptionRow>(
      `update ${this.#table} s
       set token = $3, leased_until = clock_timestamp() + $4::float8 * interval '1 millisecond'
       from (
         select id from ${this.#table}
         where due_at <= to_timestamp($1::float8 / 1000)
           and (leased_until is null or leased_until <= clock_timestamp())
           and (paused_at is null or sent or cancel or payment is not null)
           and ($5::text is null or id = $5)
         order by due_at limit $2::int for update skip locked
       ) due
       where s.id = due.id returning ${SELECTED}`,
      [now, limit, randomUUID(), leaseMs, id],
    );
    return rows;
  }

  /** Notes that the period's charge may be sent. Resolves with null if it must not be, or if the lease is lost. */
  async begin({ id, token }: SubscriptionRow): Promise<SubscriptionRow | null> {
    const { rows } = await this.database.query<SubscriptionRow>(
      `update ${this.#table} s set sent = true, amount = coalesce(amount, price)
       where id = $1 and token = $2 and paused_at is null and not cancel and payment is null returning ${SELECTED}`,
      [id, token],
    );
    return rows[0] ?? null;
  }

  /** Notes a payment of an open order, and returns the ID of its subscription. */
  async notePayment(orderCode: string, transactionId: string, now: number): Promise<string | null> {
    const { rows } = await this.database.query<{ id: string }>(
      `update ${this.#table} set payment = $2, due_at = to_timestamp($3::float8 / 1000)
       where order_code = $1 and card is distinct from $2 returning id`,
      [orderCode, transactionId, now],
    );
    return rows[0]?.id ?? null;
  }

  /** Ends a lease without a change. The next run continues. */
  async release({ id, token }: SubscriptionRow): Promise<void> {
    await this.database.query(`update ${this.#table} set leased_until = null where id = $1 and token = $2`, [
      id,
      token,
    ]);
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
    also: (row: SubscriptionRow, transaction: Transaction) => Promise<void> = () => Promise.resolve(),
  ): Promise<SubscriptionRow | null> {
    return this.database.transaction(async (session, transaction) => {
      const { rows } = await session.query<SubscriptionRow>(
        `select ${SELECTED} from ${this.#table} s where s.id = $1 and ($2::text is null or s.token = $2) for update`,
        [id, token],
      );
      const [row] = rows;
      const change = row === undefined ? null : decide(row);
      if (row === undefined || change === null) return null;
      const patch = token === null ? change.patch : { ...change.patch, leasedUntil: null, token: null };
      await this.#update(session, id, patch);
      if (change.charge !== undefined) await this.#insertCharge(session, id, change.charge);
      const changed = { ...row, ...patch };
      await also(changed, transaction);
      return changed;
    });
  }

  async #update(session: SqlSession, id: string, patch: Partial<SubscriptionRow>): Promise<void> {
    const { names, values, placeholders } = columnsOf(patch);
    const set = placeholders(2).map((value, index) => `${names[index]} = ${value}`);
    await session.query(`update ${this.#table} set ${set.join(', ')} where id = $1`, [id, ...values]);
  }

  async #insertCharge(
    session: SqlSession,
    id: string,
    { period, periodStart, amount, transactionId, chargedAt }: NonNullable<SubscriptionChange['charge']>,
  ): Promise<void> {
    await session.query(
      `insert into ${this.#charges} (subscription, period, period_start, amount, transaction_id, charged_at)
       values ($1, $2, to_timestamp($3::float8 / 1000), $4::bigint, $5, to_timestamp($6::float8 / 1000))`,
      [id, period, periodStart, amount, transactionId, chargedAt],
    );
  }
}

function columnsOf(row: Partial<SubscriptionRow>) {
  const columns = Object.keys(row).map((member) => COLUMNS[member as keyof SubscriptionRow]);
  return {
    names: columns.map(([name]) => name),
    values: Object.values(row),
    placeholders: (from: number): string[] =>
      columns.map(([, type], index) => placeholder(type, from + index)),
  };
}
