import { randomBytes } from 'node:crypto';
import { IS_FREE, JsonStore } from '../jobs/json-store.js';
import type { SqlSession, SqlTarget } from '../stores/sql/sql-store.js';
import { isUniqueViolation } from '../stores/sql/unique-violation.js';
import { OPERATOR_MIGRATIONS } from './migrations.js';
import type { PayOperatorPlace } from './operator.options.js';
import type { MoneyCall, Place } from './places.js';

/**
 * - `planned`: waits for the confirmation; nothing was sent.
 * - `sending`: confirmed; the request may have been sent.
 * - `unknown`: the response was lost. Until it is known, nothing else is sent about the transaction.
 * - `done`, `rejected`: by the service. `not-sent`: the request did not reach it.
 * - `found`: the outcome was unknown, and a person found that it happened.
 * - `withheld`: nothing was sent, because something had changed since it was planned.
 * - `dismissed`: the outcome was unknown, and a person found that it did not happen.
 */
export type ActionState =
  | 'planned'
  | 'sending'
  | 'unknown'
  | 'done'
  | 'found'
  | 'rejected'
  | 'not-sent'
  | 'withheld'
  | 'dismissed';

/** What a person does with money, and what became of it. */
export interface Action extends MoneyCall, PayOperatorPlace {
  readonly currencyCode: string | null;
  /** What could be refunded or captured when it was planned, in minor units. It is sent only while this is so. */
  readonly basis: number;
  readonly why: string;
  /** The order’s own reference, because the new transaction has the ID of the action. */
  readonly reference: string | null;
  /** Milliseconds. */
  readonly plannedAt: number;
  readonly confirmedAt: number | null;
  /** Who planned it, and since the confirmation who confirmed it. */
  readonly who: string;
  /** Whether the intent is in the audit. */
  readonly isAudited: boolean;
  readonly state: ActionState;
  /** Why it was not done, in the words of the service or the library. */
  readonly message: string | null;
  /** What the service’s documentation recommends. */
  readonly nextStep: string | null;
  /** The service's new transaction. */
  readonly resultId: string | null;
}

/** Whether the outcome of an action is still open. */
export const isOpen = ({ state }: Pick<Action, 'state'>): boolean =>
  state === 'sending' || state === 'unknown';

/** Whether an action took effect. */
export const isDone = ({ state }: Pick<Action, 'state'>): boolean => state === 'done' || state === 'found';

const OF_ORDER = 'place = $1 and order_code = $2 order by planned_at, id';

/** What an action is about: a transaction, or an order without one. */
export const subjectOf = ({
  transactionId,
  orderCode,
}: Pick<MoneyCall, 'transactionId' | 'orderCode'>): string => transactionId?.toLowerCase() ?? orderCode;

/** Another action took effect. */
class OvertakenError extends Error {}

export interface StoredAction extends Action {
  readonly place: string;
}

/** Stores actions before they are sent. The index of open ones lets only one be open for each transaction. */
export class ActionStore extends JsonStore<StoredAction> {
  readonly #secrets: string;

  constructor(sql: SqlTarget<unknown>) {
    const columns = {
      id: 'text',
      place: 'text',
      subject: 'text',
      order_code: 'text',
      is_open: 'boolean',
      planned_at: 'timestamptz',
    };
    super(sql, 'operator', columns, 'operator_actions');
    this.#secrets = `"${sql.schema}".operator_secrets`;
  }

  protected columnsOf(action: StoredAction): unknown[] {
    const { id, place, orderCode, plannedAt } = action;
    return [id, place, subjectOf(action), orderCode, isOpen(action), new Date(plannedAt)];
  }

  /** Creates or checks the tables, and returns the secret of all processes. */
  async open(mayChange: boolean): Promise<string> {
    await this.migrate(mayChange, OPERATOR_MIGRATIONS);
    const { database } = this.sql;
    await database.query(
      `insert into ${this.#secrets} (name, value) values ('forms', $1) on conflict do nothing`,
      [randomBytes(32).toString('hex')],
    );
    const { rows } = await database.query<{ value: string }>(
      `select value from ${this.#secrets} where name = 'forms'`,
    );
    return rows[0]?.value ?? '';
  }

  async insert({ address }: Place, action: Action): Promise<void> {
    const values = this.valuesOf({ ...action, place: address });
    await this.sql.database.query(`insert into ${this.table} ${this.columns} values ${this.places}`, values);
  }

  /** Returns the action of a place, or null. */
  async find({ address }: Place, id: string): Promise<Action | null> {
    const action = await this.get(id);
    return action?.place === address ? action : null;
  }

  /** Whether a process is confirming an action or looking it up now. */
  async isLeased(id: string): Promise<boolean> {
    return (await this.list(`id = $1 and not ${IS_FREE}`, [id])).length > 0;
  }

  /** Lists the actions about an order and its transactions, oldest first. */
  about({ address }: Place, orderCode: string): Promise<Action[]> {
    return this.list(OF_ORDER, [address, orderCode]);
  }

  /** Lists the actions with these IDs. */
  named({ address }: Place, ids: readonly string[]): Promise<Action[]> {
    return this.list('place = $1 and id = any($2::text[])', [address, ids]);
  }

  /** Lists open actions, of a place or of all. */
  listOpen(address: string | null, limit = 100): Promise<StoredAction[]> {
    const condition = 'is_open and ($1::text is null or place = $1) order by planned_at limit $2::int';
    return this.list(condition, [address, limit]);
  }

  /**
   * Changes an action.
   *
   * @param token - Of the lease, which is renewed; null changes it without a lease.
   * @returns The changed action; null if the lease is lost or `change` returns null.
   */
  change(
    id: string,
    token: string | null,
    change: (action: Action) => Partial<Action> | null,
    leaseMs?: number,
  ): Promise<Action | null> {
    return this.changeRow<Action>(id, token, (row) => {
      const changed = change(row);
      if (changed === null) return null;
      const next = { ...row, ...changed };
      return { row: next, result: next, leaseMs };
    });
  }

  /**
   * Marks a planned action as being sent. Actions on one order are marked one after the other.
   *
   * @param check - Gets the other actions on the order. If it throws, nothing changes.
   * @returns The action; null if the lease is lost, if another action on the same subject is open, or if one took effect since this one
   *   was planned.
   */
  async markSending(
    id: string,
    token: string,
    changed: Partial<Action>,
    leaseMs: number,
    check: (others: readonly Action[]) => void,
  ): Promise<Action | null> {
    try {
      return await this.changeRow<Action>(id, token, (row) => {
        const next: StoredAction = { ...row, ...changed, state: 'sending' };
        const also = async (session: SqlSession): Promise<void> => {
          const { place, orderCode, plannedAt } = row;
          // A statement after the lock sees what the transaction before it has written.
          const lock = `nestjs-pay operator ${place} ${orderCode}`;
          await session.query(`select pg_advisory_xact_lock(hashtext($1))::text`, [lock]);
          const all = await this.list(OF_ORDER, [place, orderCode], session);
          const others = all.filter((one) => one.id !== id);
          const isOvertaken = others.some(
            (one) => subjectOf(one) === subjectOf(row) && isDone(one) && (one.confirmedAt ?? 0) >= plannedAt,
          );
          if (isOvertaken) throw new OvertakenError();
          check(others);
        };
        return { row: next, result: next, leaseMs, also };
      });
    } catch (error) {
      if (error instanceof OvertakenError || isUniqueViolation(error)) return null;
      throw error;
    }
  }
}
