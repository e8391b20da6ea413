import { Injectable, Logger } from '@nestjs/common';
import { PayIdempotency, PayTransactions } from 'nestjs-pay';
import type { MethodReturn, RemainingAmounts } from 'nestjs-pay';
import { ShopDatabase, type Records } from '../database/shop-database.js';
import { ShopEnvironment } from '../shop.environment.js';
import { ActionKind, actionKey, isOpen, type Action, type ActionState } from './action.js';
import { canBeVoided, planAction, type Planning } from './action-plan.js';
import { PaymentRecords, type TransactionRecords } from './payment-records.js';

const OVERTAKEN = 'Another action on this transaction was sent since you decided.';
const RECORDS_CHANGED =
  'The service’s records have changed since you decided: money moved on this transaction in the meantime.';
const CLEARED = 'The payment has cleared since you decided: it can no longer be voided. Refund it instead.';

/** How long the service may still carry out a request without a response, in milliseconds. */
const LONGEST_DELAY_MS = 10 * 60_000;

/**
 * Refunds, voids, captures and releases. An action is planned, confirmed, and sent with an idempotency key of its own, so that
 * double clicks, restarts and lost responses never move money twice.
 */
@Injectable()
export class ActionService {
  private readonly logger = new Logger(ActionService.name);
  private readonly actions: Records<Action>;

  constructor(
    private readonly records: PaymentRecords,
    private readonly transactions: PayTransactions,
    private readonly idempotency: PayIdempotency,
    private readonly environment: ShopEnvironment,
    database: ShopDatabase,
  ) {
    this.actions = database.records<Action>('action', {
      id: ({ id }) => id,
      reference: ({ transactionId }) => transactionId,
    });
  }

  /** @param amountText - Major units. */
  async plan(records: TransactionRecords, kind: ActionKind, amountText: string): Promise<Planning<Action>> {
    const earlier = await this.ofTransaction(records.transaction.TransactionId);
    const planning = planAction(records, kind, amountText, earlier);
    if (!planning.success) return planning;
    const plannedAt = this.environment.now();
    const id = this.environment.newId();
    const plan = { ...planning.plan, id, plannedAt, confirmedAt: null, state: { kind: 'planned' } } as const;
    return { success: true, plan: await this.actions.add(plan) };
  }

  find(id: string): Promise<Action | undefined> {
    return this.actions.find(id);
  }

  /** Returns the actions on a transaction, oldest first. */
  ofTransaction(transactionId: string): Promise<readonly Action[]> {
    return this.actions.of(transactionId);
  }

  /**
   * Sends a confirmed action. A repeated call uses the same idempotency key: it never moves money twice, and asks the service
   * for an unknown outcome.
   */
  async confirm(id: string): Promise<void> {
    const action = await this.actions.find(id);
    if (action === undefined) return;
    const problem = action.state.kind === 'planned' ? await this.reasonToWithhold(action) : null;
    const confirmed = await this.actions.update(id, (known, all) => {
      if (known.state.kind !== 'planned') return known;
      const isOvertaken = all.some((one) => isOpen(one) || (one.confirmedAt ?? 0) >= known.plannedAt);
      const why = isOvertaken ? OVERTAKEN : problem;
      if (why !== null) return { ...known, state: { kind: 'withheld', why } };
      return { ...known, confirmedAt: this.environment.now(), state: { kind: 'sending' } };
    });
    if (!isOpen(confirmed)) return;
    const result = await this.send(confirmed);
    if (!result.success) this.logger.warn(`action ${id}: ${result.message}`);
    await this.end(id, stateAfter(result));
  }

  /** Returns whether the operator may say that the action did not happen: it can no longer be carried out. */
  async canDismiss(action: Action): Promise<boolean> {
    if (action.state.kind !== 'unknown') return false;
    const record = await this.idempotency.find(actionKey(action));
    return record !== null && this.environment.now() - record.sentAt >= LONGEST_DELAY_MS;
  }

  /** Stores an outcome that the operator found out. `didHappen: false` changes nothing if it is too early. */
  async resolve(id: string, didHappen: boolean): Promise<void> {
    const action = await this.actions.find(id);
    if (action?.state.kind !== 'unknown' || !(didHappen || (await this.canDismiss(action)))) return;
    const isStored = await this.idempotency.resolve(actionKey(action), didHappen ? { done: {} } : 'not-done');
    if (isStored)
      await this.end(id, didHappen ? { kind: 'done', transactionId: null } : { kind: 'dismissed' });
  }

  private async reasonToWithhold({ kind, transactionId, basis }: Action): Promise<string | null> {
    const records = await this.records.ofTransaction(transactionId);
    if (!records.success)
      return `The remaining amount could not be read: ${records.failure?.message ?? 'it was not found'}`;
    const { remaining } = records.data;
    if (remaining === null || !isSame(remaining, basis)) return RECORDS_CHANGED;
    // The service would refund a cleared payment instead, which costs fees and takes days.
    return kind === ActionKind.Void && !canBeVoided(records.data) ? CLEARED : null;
  }

  private send(action: Action): ReturnType<PayTransactions['cancelTransaction']> {
    const { kind, id: merchantTrns, transactionId, amount } = action;
    const call = { idempotencyKey: actionKey(action) };
    return kind === ActionKind.Capture
      ? this.transactions.createTransaction({ id: transactionId, amount, merchantTrns }, call)
      : this.transactions.cancelTransaction(transactionId, { amount, merchantTrns }, call);
  }

  private async end(id: string, state: ActionState): Promise<void> {
    await this.actions.update(id, (known) => (isOpen(known) ? { ...known, state } : known));
  }
}

function stateAfter(result: MethodReturn<{ TransactionId: string }, string>): ActionState {
  if (result.success) return { kind: 'done', transactionId: result.data.TransactionId };
  return { kind: result.error.outcome === 'unknown' ? 'unknown' : 'rejected', failure: result };
}

function isSame(left: RemainingAmounts, right: RemainingAmounts): boolean {
  return (
    left.currencyCode === right.currencyCode &&
    left.refundable === right.refundable &&
    left.capturable === right.capturable
  );
}
