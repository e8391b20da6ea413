import { randomBytes } from 'node:crypto';
import { JsonStore } from '../jobs/json-store.js';
import type { SqlSession, SqlTarget } from '../stores/sql/sql-store.js';
import { OPERATOR_MIGRATIONS } from './migrations.js';
import type { PayOperatorPlace } from './operator.options.js';
import type { MoneyCall } from './places.js';

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
  | ('planned' | 'sending' | 'unknown')
  | ('done' | 'found' | 'rejected' | 'not-sent' | 'withheld' | 'dismissed');

/** What a person does with money, and what became of it. */
export interface Action extends MoneyCall, PayOperatorPlace {
  /** Address of the place. */
  readonly place: string;
  readonly currencyCode: string | null;
  /** What could be refunded or captured when it was planned, in minor units. It is sent only while this is so. */
  readonly basis: number;
  readonly why: string;
  /** The order’s own reference, because the new transaction has the ID of the action. */
  readonly reference: string | null;
  /** Milliseconds. */
  readonly plannedAt: number;
  /** When it was confirmed, and then when its intent was in the audit. */
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

/** What an action is about: a transaction, or an order without one. */
export const subjectOf = ({ transactionId, orderCode }: Action): string =>
  transactionId?.toLowerCase() ?? orderCode;

const COLUMNS = {
  ...{ id: 'text', place: 'text', subject: 'text', order_code: 'text' },
  ...{ is_open: 'boolean', planned_at: 'timestamptz' },
};

/** Stores actions before they are sent. The index of open ones lets only one be open for each transaction. */
export class ActionStore extends JsonStore<Action> {
  constructor(sql: SqlTarget<unknown>) {
    super(sql, 'operator', COLUMNS, 'operator_actions');
  }

  protected columnsOf(action: Action): unknown[] {
    const { id, place, orderCode, plannedAt } = action;
    return [id, place, subjectOf(action), orderCode, isOpen(action), new Date(plannedAt)];
  }

  /** Creates or checks the tables, and returns the secret of all processes. */
  async open(mayChange: boolean): Promise<string> {
    await this.migrate(mayChange, OPERATOR_MIGRATIONS);
    const { database, schema } = this.sql;
    const { rows } = await database.query<{ value: string }>(
      `insert into "${schema}".operator_secrets as secret (name, value) values ('forms', $1)
       on conflict (name) do update set value = secret.value returning value`,
      [randomBytes(32).toString('hex')],
    );
    return rows[0]?.value ?? '';
  }

  async insert(action: Action): Promise<void> {
    const statement = `insert into ${this.table} ${this.columns} values ${this.places}`;
    await this.sql.database.query(statement, this.valuesOf(action));
  }

  /** Lists the actions of a place about an order and its transactions, oldest first. */
  about(place: string, orderCode: string, session?: SqlSession): Promise<Action[]> {
    return this.list('place = $1 and order_code = $2 order by planned_at, id', [place, orderCode], session);
  }

  /** Lists the actions of a place with these IDs. */
  named(place: string, ids: readonly string[]): Promise<Action[]> {
    return this.list('place = $1 and id = any($2::text[])', [place, ids]);
  }

  /** Lists open actions, of a place or of all. */
  listOpen(place: string | null, limit = 100): Promise<Action[]> {
    const condition = 'is_open and ($1::text is null or place = $1) order by planned_at limit $2::int';
    return this.list(condition, [place, limit]);
  }

  /**
   * Changes an action, if nothing else has changed it.
   *
   * @param check - Gets the other actions on the order, after those that are changed at this moment. If it throws, nothing changes.
   * @returns The changed action; null if it is in another state now.
   */
  change(
    { id, state, confirmedAt }: Action,
    changed: Partial<Action>,
    check?: (others: Action[]) => void,
  ): Promise<Action | null> {
    return this.changeRow<Action>(id, null, (row) => {
      if (row.state !== state || row.confirmedAt !== confirmedAt) return null;
      const next = { ...row, ...changed };
      const also = async (session: SqlSession): Promise<void> => {
        // A statement after the lock sees what the transaction before it has written.
        const lock = `nestjs-pay operator ${row.place} ${row.orderCode}`;
        await session.query(`select pg_advisory_xact_lock(hashtext($1))::text`, [lock]);
        check?.((await this.about(row.place, row.orderCode, session)).filter((one) => one.id !== id));
      };
      return { row: next, result: next, ...(check && { also }) };
    });
  }
}
