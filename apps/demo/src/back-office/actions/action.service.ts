import { Injectable, Logger } from '@nestjs/common';
import { PayTransactions } from 'nestjs-pay';
import type { RemainingAmounts } from 'nestjs-pay';
import { ShopEnvironment } from '../../shop.environment.js';
import { canNoLongerHappen } from '../../unanswered.js';
import { PaymentRecords, type Reading, type TransactionRecords } from '../payment-records.js';
import { ActionKind, actionState, type Action, type ActionState } from './action.js';
import { canBeVoided, planAction } from './action-plan.js';
import { ActionStore } from './action.store.js';

const RECORDS_CHANGED =
  'The service’s records are not those that you decided on: money moved on this transaction meanwhile.';

const CLEARED_MEANWHILE =
  'The payment has cleared since you decided: it can no longer be voided. Refund it instead.';

const RECORDS_UNREAD = 'Whether it has cleared could not be read.';

/** An action that waits for confirmation, or what is wrong with what was asked for. */
export type ActionPlanning =
  { readonly success: true; readonly action: Action } | { readonly success: false; readonly problem: string };

/** An action as it is now, beside the records as they are now. */
export interface ActionLook {
  readonly action: Action;
  readonly state: ActionState;
  readonly records: Reading<TransactionRecords>;
  /** Whether the operator may say that it did not happen. */
  readonly isDismissable: boolean;
}

/**
 * What operators do with money. The service has no key that would make a refund or a capture of two requests one, so it is made
 * one here: an action is planned, confirmed by one click, sent once, and never sent again, whatever comes back.
 */
@Injectable()
export class ActionService {
  private readonly logger = new Logger(ActionService.name);

  constructor(
    private readonly store: ActionStore,
    private readonly records: PaymentRecords,
    private readonly transactions: PayTransactions,
    private readonly environment: ShopEnvironment,
  ) {}

  /** @param amountText MAJOR units. */
  async plan(records: TransactionRecords, kind: ActionKind, amountText: string): Promise<ActionPlanning> {
    const earlier = await this.ofTransaction(records.transaction.TransactionId);
    const planning = planAction(records, kind, amountText, earlier);
    if (!planning.success) return planning;
    const action = await this.store.add({ ...planning.draft, id: this.environment.newId() });
    return { success: true, action };
  }

  /** Oldest first. */
  ofTransaction(transactionId: string): Promise<readonly Action[]> {
    return this.store.ofTransaction(transactionId);
  }

  /** Sends an action that the operator confirmed. Clicks after the first find it claimed and send nothing. */
  async confirm(id: string): Promise<void> {
    const claim = await this.store.claim(id, this.environment.now());
    if (claim.claimed) await this.store.settle(id, await this.carryOut(claim.action));
  }

  /** Undefined for an unknown id. Where the outcome is unknown, the records may know it by now. */
  async look(id: string): Promise<ActionLook | undefined> {
    const found = await this.store.find(id);
    if (found === undefined) return undefined;
    const records = await this.records.ofTransaction(found.transactionId);
    const action = await this.settleByRecords(found, records);
    const now = this.environment.now();
    const state = actionState(action, now);
    const isDismissable = state.kind === 'unknown' && records.success && canNoLongerHappen(state.at, now);
    return { action, state, records, isDismissable };
  }

  /** Ends an action without a known outcome by what the operator found out; too early, "no" changes nothing. */
  async settleByOperator(id: string, didHappen: boolean): Promise<void> {
    const look = await this.look(id);
    if (look?.state.kind !== 'unknown' || !(didHappen || look.isDismissable)) return;
    await this.store.settle(
      id,
      didHappen ? { kind: 'done', transactionId: null, knownBy: 'operator' } : { kind: 'dismissed' },
    );
  }

  private async carryOut(action: Action): Promise<ActionState> {
    const left = await this.transactions.getRemainingAmounts(action.transactionId);
    if (!left.success) return { kind: 'withheld', why: `What is left could not be read: ${left.message}` };
    if (!isSame(left.data, action.basis)) return { kind: 'withheld', why: RECORDS_CHANGED };
    if (action.kind === ActionKind.Void) {
      const why = await this.whyNoVoid(action);
      if (why !== null) return { kind: 'withheld', why };
    }
    const result = await this.send(action);
    if (result.success) return { kind: 'done', transactionId: result.data.TransactionId, knownBy: 'answer' };
    this.logger.warn(`action ${action.id}: ${result.message}`);
    return result.error.outcome === 'unknown'
      ? { kind: 'unknown', at: this.environment.now(), failure: result }
      : { kind: 'refused', failure: result };
  }

  /** The service makes a refund of what cleared since the operator decided: that costs fees and takes days. */
  private async whyNoVoid({ transactionId }: Action): Promise<string | null> {
    const records = await this.records.ofTransaction(transactionId);
    if (!records.success) return RECORDS_UNREAD;
    return canBeVoided(records.data) ? null : CLEARED_MEANWHILE;
  }

  private send({
    kind,
    id,
    transactionId,
    amount,
  }: Action): ReturnType<PayTransactions['cancelTransaction']> {
    // The reference comes back in the records: an action whose answer is lost is known by it.
    return kind === ActionKind.Capture
      ? this.transactions.createTransaction({ id: transactionId, amount, merchantTrns: id })
      : this.transactions.cancelTransaction(transactionId, { amount, merchantTrns: id });
  }

  /** Only what carries the action's own reference settles it: another's refund of the same amount must not. */
  private async settleByRecords(action: Action, records: Reading<TransactionRecords>): Promise<Action> {
    if (actionState(action, this.environment.now()).kind !== 'unknown' || !records.success) return action;
    const made = records.data.ofOrder.find(
      ({ MerchantTrns, StatusId }) => MerchantTrns === action.id && StatusId !== 'E',
    );
    if (made === undefined) return action;
    await this.store.settle(action.id, {
      kind: 'done',
      transactionId: made.TransactionId,
      knownBy: 'records',
    });
    return (await this.store.find(action.id)) ?? action;
  }
}

function isSame(left: RemainingAmounts, right: RemainingAmounts): boolean {
  return (
    left.currencyCode === right.currencyCode &&
    left.refundable === right.refundable &&
    left.capturable === right.capturable
  );
}
