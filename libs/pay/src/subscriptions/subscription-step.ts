import { isDeepStrictEqual } from 'node:util';
import { Logger } from '@nestjs/common';
import { OrderState, TransactionStatus } from '../areas/coded-values.generated.js';
import type { LegacyTransaction } from '../areas/results.generated.js';
import { serviceTime } from '../areas/service-time.js';
import { kindOfType } from '../areas/transactions/movement-kind.js';
import { PAYMENT_TIMEOUT_NEVER } from '../areas/payments/payments.types.js';
import type { CreateOrderOptions } from '../areas/options.generated.js';
import type { PayWallet } from '../clients/pay-wallet.js';
import { getSmartCheckout } from '../clients/smart-checkout.js';
import { unwrap } from '../core/operation/method-return.js';
import type { CallMeta } from '../core/operation/method-return.js';
import { backOffMs } from '../core/values/back-off.js';
import { describeThrown } from '../core/values/describe-thrown.js';
import { toMinorUnits } from '../core/values/money.js';
import { withoutUndefined } from '../core/values/plain-data.js';
import { isSameId } from '../core/values/uuid.js';
import type { PayIdempotency } from '../idempotency/pay-idempotency.js';
import type { SqlSession } from '../stores/sql/sql-store.js';
import { afterDecline, afterPayment, goTo, nextStep } from './billing-plan.js';
import type { BillingSettings } from './billing-plan.js';
import { requireOpenTransaction } from '../jobs/open-transaction.js';
import type { DispatchJobEvent } from '../jobs/job-handlers.js';
import { isTaking, noticedMoney, paymentOf, periodOf } from './noticed-money.js';
import type { Payment } from './noticed-money.js';
import { PaySubscriptionError } from './subscription-error.js';
import type { LeasedRow, SubscriptionRow, SubscriptionStore } from './subscription-store.js';
import type {
  NewEvent,
  PaySubscription,
  PaySubscriptionCharge,
  PaySubscriptionEndReason,
  PaySubscriptionsReport,
} from './subscription.types.js';

type Patch = { [Name in keyof SubscriptionRow]?: SubscriptionRow[Name] | undefined };

/** Waits before a step that led to nothing is repeated. */
const CHECKS = { firstMs: 60_000, maxMs: 3_600_000 };
const NOTHING_RETURNED = { refunded: 0, disputed: 0 };
/** Pause after a 429 response without `Retry-After`. */
const RATE_LIMIT_MS = 5_000;

/** What a step led to. `waitMs`: the service limits the rate of requests. */
export type StepResult = Exclude<keyof PaySubscriptionsReport, 'status'> | 'other' | { waitMs: number };

/** Does what is due for one leased subscription. Calls the service outside of database transactions. */
export class SubscriptionStep {
  readonly #logger = new Logger('PaySubscriptions');

  constructor(
    private readonly store: SubscriptionStore,
    private readonly wallet: PayWallet,
    private readonly idempotency: PayIdempotency,
    private readonly dispatch: DispatchJobEvent,
    private readonly settings: BillingSettings,
  ) {}

  async take(row: LeasedRow, now: number): Promise<StepResult> {
    if (row.orderCode !== null && !row.isSent) {
      const paid = await this.#findPayment(row.orderCode);
      if (paid !== null) return this.recordOrder(row, paid, row.orderCode);
    }
    const step = nextStep(row, this.settings, now);
    // A restored database does not know its last charges, and the service was seen to approve a declined charge later.
    const isUnpaid = row.attemptedAt !== null || !['wait', 'end'].includes(step.do);
    const mayCharge = ['charge', 'skip', 'ask'].includes(step.do);
    const made = isUnpaid ? await this.#findCharges(row, mayCharge) : new Map<number, Payment>();
    const found = made.get(row.period);
    if (found !== undefined) return this.#recordCharge(row, found, now);
    if (step.do === 'charge') return this.#beginCharge(row, now);
    if (step.do === 'end') return this.#end(row, step.reason, now);
    if (step.do === 'order') return this.#orderCard(row, now);
    if (step.do === 'past_due') return this.#recordPastDue(row, now);
    if (step.do === 'wait') return this.#wait(row, step.until, now);
    // Before the database was restored, a later period was charged.
    const known = Math.min(...[...made.keys()].filter((period) => period > row.period));
    if (known < step.to) return this.#change(row, goTo(row, known), 'other');
    const { do: choice, count } = step;
    const patch = choice === 'ask' ? ({ missed: choice, dueAt: null } as const) : goTo(row, step.to);
    const event: NewEvent = { type: 'missed', period: row.period, count, amount: row.amount, choice };
    return this.#change(row, patch, 'other', row.missed === null ? [event] : []);
  }

  async #beginCharge(row: LeasedRow, now: number): Promise<StepResult> {
    if (row.isSent) return this.#charge(row, now, true);
    const begun = await this.store.changeRow(row.id, row.token, (present) => {
      const changed = { ...present, isSent: true, periodAmount: amountOf(present) };
      return present.isCanceled || present.pausedAt !== null ? null : { row: changed, result: changed };
    });
    if (begun !== null) return this.#charge({ ...begun, token: row.token }, now, false);
    await this.release(row);
    return 'other';
  }

  /** @param wasSent - Whether an earlier request with the key may have charged the card. */
  async #charge(row: LeasedRow, now: number, wasSent: boolean): Promise<StepResult> {
    const { card, currencyCode, order: { customerTrns, sourceCode } = {} } = row;
    const amount = amountOf(row);
    const options = { id: card?.transactionId ?? '', amount, merchantTrns: referenceOf(row) };
    const result = await this.wallet.transactions.createTransaction(
      { ...options, ...withoutUndefined({ currencyCode, customerTrns, sourceCode }) },
      { idempotencyKey: this.store.keyOf(row) },
    );
    if (result.success) {
      const { TransactionId: transactionId, TimeStamp } = result.data;
      const charge = { transactionId, amount, chargedAt: serviceTime(TimeStamp) ?? new Date(now) };
      return this.#recordCharge(row, charge, now, now);
    }
    const { outcome, eventId } = result.error;
    if (outcome === 'rejected' && (eventId ?? 0) > 0) return this.#recordDecline(row, Number(eventId), now);
    // The key does not recognize the charge if the clock of the process that sent it was wrong. The reference does.
    const made = outcome === 'unknown' && wasSent ? await this.#findCharge(row) : null;
    if (made !== null) return this.#recordCharge(row, made, now);
    return this.fail(row, now, result, outcome === 'unknown' || (outcome === 'not-sent' && wasSent));
  }

  #recordDecline(row: LeasedRow, eventId: number, now: number): Promise<StepResult> {
    const after = (present: SubscriptionRow) => afterDecline(present, eventId, this.settings, now);
    const { retryAt } = after(row);
    return this.#change(row, (present) => after(present).patch, 'declined', [
      { type: 'declined', ...dueOf(row), eventId, retryAt: retryAt === null ? null : new Date(retryAt) },
    ]);
  }

  /** Creates the order with which the customer pays the period and saves another card. */
  async #orderCard(row: LeasedRow, now: number): Promise<StepResult> {
    const amount = amountOf(row);
    const options = orderOptions(row, { amount, paymentTimeout: PAYMENT_TIMEOUT_NEVER });
    const { orderCodeText: orderCode } = unwrap(await this.wallet.payments.createOrder(options));
    const patch = { orderCode, linkAt: now, checks: 0, dueAt: now };
    const checkoutUrl = checkoutUrlOf(this.wallet, orderCode);
    return this.#change(row, patch, 'other', [{ type: 'card_needed', ...dueOf(row), checkoutUrl }]);
  }

  /** Waits for a day, or for a payment of the open order. */
  async #wait(row: LeasedRow, until: number | null, now: number): Promise<StepResult> {
    if (row.orderCode === null) return this.#change(row, { dueAt: until }, 'other');
    if (row.anchor === null) {
      const { StateId } = unwrap(await this.wallet.payments.getOrder(row.orderCode));
      const isOver = StateId === OrderState.Expired || StateId === OrderState.Canceled;
      if (isOver) return (await this.#recordEnd(row, 'not_started')) ?? 'other';
    }
    const dueAt = Math.min(until ?? Infinity, now + waitMs(row));
    return this.#change(row, { checks: row.checks + 1, dueAt }, 'other');
  }

  #recordPastDue(row: LeasedRow, now: number): Promise<StepResult> {
    const checkoutUrl = checkoutUrlOf(this.wallet, row.orderCode ?? '');
    const event: NewEvent = { type: 'past_due', ...dueOf(row), checkoutUrl };
    return this.#change(row, { state: 'past_due', dueAt: now }, 'other', [event]);
  }

  async #end(row: LeasedRow, reason: PaySubscriptionEndReason, now: number): Promise<StepResult> {
    const closed = row.orderCode === null ? null : await this.#closeOrder(row, row.orderCode, now);
    if (closed !== null) return closed;
    const isOver = (present: SubscriptionRow) => nextStep(present, this.settings, now).do === 'end';
    // Resumed or paused since, it goes on. Its order is closed, so an unpaid period gets another one.
    const goesOn = row.anchor === null ? {} : { orderCode: null };
    return (await this.#recordEnd(row, reason, isOver)) ?? this.#change(row, goesOn, 'other');
  }

  /** Cancels an order. Returns the result of the step if that failed, or the order was paid just before. */
  async #closeOrder(
    row: LeasedRow,
    orderCode: string,
    now: number,
    charged?: Payment,
  ): Promise<StepResult | null> {
    const canceled = await this.wallet.payments.cancelOrder(orderCode);
    if (!canceled.success && canceled.error.outcome !== 'rejected') return this.fail(row, now, canceled);
    // The service also reports success for an order that was paid just before.
    const paid = await this.#findPayment(orderCode);
    if (paid !== null) return this.recordOrder(row, paid, orderCode, charged);
    // The list was seen to be empty for paid orders. It shows the payment later.
    const { StateId } = unwrap(await this.wallet.payments.getOrder(orderCode));
    return StateId === OrderState.Paid ? this.#postpone(row, now) : null;
  }

  /** Resolves with null if it is not over any more. */
  #recordEnd(
    row: LeasedRow,
    reason: PaySubscriptionEndReason,
    isOver: (present: SubscriptionRow) => boolean = () => true,
  ): Promise<StepResult | null> {
    const patch = { state: 'ended', endReason: reason, pausedAt: null, dueAt: null } as const;
    const patchOf = (present: SubscriptionRow): Patch | null => (isOver(present) ? patch : null);
    return this.#changeIf(row, patchOf, 'ended', [{ type: 'ended', reason }]);
  }

  /**
   * Records the payment of an order, and reports a charge of the same period that was made, too.
   *
   * @throws Error if a charge may have been made, and the service does not list the payments of the card.
   */
  async recordOrder(
    row: LeasedRow,
    paid: Payment,
    orderCode: string,
    charged?: Payment,
  ): Promise<StepResult> {
    const second = charged ?? (await this.#findCharges(row, row.isSent)).get(row.period) ?? null;
    return this.#recordPaid(row, paid, { orderCode, second });
  }

  /**
   * Records what a person found out about a period.
   *
   * @returns false if its charge may still be running or has the other outcome, or if it is not the present period.
   * @throws PaySubscriptionError `invalid` if the transaction is no successful payment, or one of another period. PayError if it cannot
   *   be read.
   */
  async resolve(
    row: LeasedRow,
    period: number,
    outcome: 'not-paid' | { paid: string },
    now: number,
  ): Promise<boolean> {
    if (row.state === 'ended' || row.card === null || row.period !== period) return false;
    const paid = outcome === 'not-paid' ? null : await this.#readPayment(outcome.paid);
    if (row.isSent) {
      const data = paid && { TransactionId: paid.transactionId };
      const isResolved = await this.idempotency.resolve(
        this.store.keyOf(row),
        data ? { done: data } : 'not-done',
      );
      const stored = isResolved ? null : await this.idempotency.find(this.store.keyOf(row));
      // The response of a call that was declined is null.
      if (stored !== null && (stored.state !== 'done' || (stored.response === null) === (paid !== null)))
        return false;
    }
    if (paid !== null) return (await this.#recordCharge(row, paid, now)) === 'charged';
    const patch = { isSent: false, unpaidPeriod: period, checks: 0, dueAt: now };
    return (await this.#change(row, patch, 'charged')) === 'charged';
  }

  /** Reads a payment that a person found. */
  async #readPayment(transactionId: string): Promise<Payment> {
    const paid = unwrap(await this.wallet.transactions.getTransactionById(transactionId));
    const { amount, currencyCode, insDate, statusId, transactionTypeId } = paid;
    const isKnown = await this.store.isCharged(transactionId);
    if (statusId !== TransactionStatus.Finished || kindOfType(transactionTypeId) !== 'charge' || isKnown)
      throw new PaySubscriptionError(
        'invalid',
        `paid must be the ID of a successful payment that no other period has (received ${transactionId})`,
      );
    const payment = {
      transactionId: transactionId.toLowerCase(),
      amount: toMinorUnits(amount, currencyCode),
    };
    return { ...payment, chargedAt: serviceTime(insDate) ?? new Date(NaN) };
  }

  /** Records a charge of the card. The customer can no longer pay an open order. @param paidAt - Time for the rule of one charge a day. */
  async #recordCharge(row: LeasedRow, made: Payment, now: number, paidAt?: number): Promise<StepResult> {
    const closed = row.orderCode === null ? null : await this.#closeOrder(row, row.orderCode, now, made);
    return closed ?? this.#recordPaid(row, made, { paidAt });
  }

  /** Records that the period is paid, or that the trial begins. @param orderCode - Order that saved the card. */
  #recordPaid(
    row: LeasedRow,
    paid: Payment,
    more: { orderCode?: string; second?: Payment | null; paidAt?: number | undefined },
  ): Promise<StepResult> {
    const { orderCode, second, paidAt } = more;
    const after = (present: SubscriptionRow) =>
      afterPayment({ ...present, period: row.period }, paid.chargedAt, paidAt);
    const { isTrial, periodStart, patch } = after(row);
    const charge = isTrial ? undefined : { ...paid, ...NOTHING_RETURNED, period: row.period, periodStart };
    const card = orderCode === undefined ? row.card : { transactionId: paid.transactionId, orderCode };
    const trialEndsAt = isTrial ? new Date(patch.periodStart) : null;
    const twice = second && { amount: second.amount, transactionId: second.transactionId };
    const events: NewEvent[] = [
      ...(row.anchor === null ? [{ type: 'started', trialEndsAt } as const] : []),
      ...(charge === undefined ? [] : [{ type: 'charged', ...charge } as const]),
      ...(twice ? [{ type: 'paid_twice', period: row.period, ...twice } as const] : []),
    ];
    const patchOf = (present: SubscriptionRow): Patch => ({ ...after(present).patch, card });
    return this.#change(row, patchOf, isTrial ? 'other' : 'charged', events, charge);
  }

  /** Repeats a failed step later. @param isSent - Whether the charge may have been made, if the step tried to make it. */
  async fail(row: LeasedRow, now: number, error: unknown, isSent?: boolean): Promise<StepResult> {
    const { meta } = error as { meta?: CallMeta };
    if (meta?.httpStatus === 429)
      return this.#change(row, { isSent }, { waitMs: meta.retryAfterMs ?? RATE_LIMIT_MS });
    this.#logger.warn(`subscription ${row.id}, period ${row.period}: ${describeThrown(error).message}`);
    await this.#postpone(row, now, isSent);
    return (isSent ?? row.isSent) ? 'unknown' : 'failed';
  }

  #postpone(row: LeasedRow, now: number, isSent?: boolean): Promise<StepResult> {
    const patch = { isSent, checks: row.checks + 1, dueAt: now + waitMs(row) };
    // Without an attempt, a new price still applies to the period.
    const isUntried = isSent === false && row.declines === 0;
    return this.#change(row, isUntried ? { ...patch, periodAmount: null } : patch, 'other');
  }

  /** Ends the lease without a change. */
  async release(row: LeasedRow): Promise<void> {
    await this.#change(row, {}, 'other');
  }

  /** Changes the row and runs the handlers of the events in one transaction. Resolves with `other` if the lease is lost. */
  async #change(
    row: LeasedRow,
    patch: Patch | ((present: SubscriptionRow) => Patch),
    result: StepResult,
    events?: readonly NewEvent[],
    charge?: PaySubscriptionCharge,
  ): Promise<StepResult> {
    const patchOf = typeof patch === 'function' ? patch : () => patch;
    return (await this.#changeIf(row, patchOf, result, events, charge)) ?? 'other';
  }

  /** @param patchOf - Returns null for no change. Resolves with null then, and if the lease is lost. */
  #changeIf(
    { token, ...row }: LeasedRow,
    patchOf: (present: SubscriptionRow) => Patch | null,
    result: StepResult,
    events: readonly NewEvent[] = [],
    charge?: PaySubscriptionCharge,
  ): Promise<StepResult | null> {
    return this.store.changeRow(row.id, token, (present) => {
      const patch = patchOf(present);
      if (patch === null) return null;
      const after: SubscriptionRow = { ...present, ...withoutUndefined(patch) };
      // A call has changed it since this step began, so the next step is decided again.
      const isOutdated = !isDeepStrictEqual(setByCalls(present), setByCalls(row));
      if (isOutdated && after.state !== 'ended' && present.dueAt !== null)
        after.dueAt = Math.min(after.dueAt ?? Infinity, present.dueAt);
      const also = async (session: SqlSession, transaction: unknown): Promise<void> => {
        if (charge !== undefined)
          await this.store.insertCharge(session, row.id, charge, after.card?.orderCode ?? null);
        await this.#dispatch(after, events, session, transaction);
      };
      return { row: after, result, leaseMs: 0, also };
    });
  }

  /** Notices refunds, disputes and charges of an order that the subscription did not make, and runs the handlers of their events. */
  async notice(orderCode: string): Promise<void> {
    const id = await this.store.ofOrder(orderCode);
    if (id !== null) await this.#noticeIn(id, await this.#list(orderCode));
  }

  async #noticeIn(id: string, transactions: readonly LegacyTransaction[]): Promise<void> {
    await this.store.changeRow(id, null, (row) => {
      const also = async (session: SqlSession, transaction: unknown): Promise<void> => {
        const recorded = await this.store.charges(id, session);
        await this.#dispatch(row, noticedMoney(row, recorded, transactions), session, transaction);
      };
      return { row, result: true, also };
    });
  }

  async #dispatch(
    row: SubscriptionRow,
    events: readonly NewEvent[],
    session: SqlSession,
    transaction: unknown,
  ): Promise<void> {
    const subscription = subscriptionOf(row, this.wallet);
    for (const event of events) {
      if (event.type === 'returned') await this.store.updateCharge(session, event);
      const isCharge = event.type === 'paid_twice' || event.type === 'unexpected_charge';
      if (isCharge && !(await this.store.insertNotice(session, event.transactionId))) continue;
      await this.dispatch(event.type, { ...event, subscription }, transaction);
    }
    if (events.length > 0) await requireOpenTransaction(session);
  }

  /** Finds the charge of the period among those of the card. */
  async #findCharge(row: SubscriptionRow): Promise<Payment | null> {
    return (await this.#findCharges(row, false)).get(row.period) ?? null;
  }

  /**
   * Finds the charges of the present and later periods among those of the card.
   *
   * @param isComplete - Whether the list must show all of them, because the service has returned empty lists for paid orders.
   * @throws Error if it does not.
   */
  async #findCharges(row: SubscriptionRow, isComplete: boolean): Promise<Map<number, Payment>> {
    const { card, id, period, unpaidPeriod } = row;
    const found = new Map<number, Payment>();
    if (card === null) return found;
    const transactions = await this.#list(card.orderCode);
    // Without an answer of a person about the period.
    const mustShow = isComplete && unpaidPeriod !== period;
    if (mustShow && !transactions.some((one) => isSameId(one.TransactionId, card.transactionId)))
      throw new Error(
        `the service does not list the payments of order ${card.orderCode}, so the charge waits, because it may have been made before. The next run asks again. If that stays so, look into the banking app, then call resolve()`,
      );
    if (isComplete) await this.#noticeIn(id, transactions);
    for (const one of transactions) {
      const number = isTaking(one) ? periodOf(id, one) : null;
      if (number === null || number < period) continue;
      if (one.StatusId !== TransactionStatus.Active) found.set(number, paymentOf(one));
      else if (isComplete)
        throw new Error(`the charge ${one.TransactionId} is still in progress. The next run asks again`);
    }
    return found;
  }

  /** Finds the payment of an order. */
  async #findPayment(orderCode: string): Promise<Payment | null> {
    const transactions = await this.#list(orderCode);
    const paid = transactions.find(
      (one) => isTaking(one) && one.StatusId !== TransactionStatus.Active && !one.ParentId,
    );
    return paid === undefined ? null : paymentOf(paid);
  }

  async #list(orderCode: string): Promise<LegacyTransaction[]> {
    const read = await this.wallet.transactions.getLegacyTransactions(undefined, { orderCode });
    return unwrap(read).Transactions;
  }
}

/** Members that calls set, and that decide about the next step. */
const setByCalls = ({ isCanceled, pausedAt, pauses, missed, dueAt }: SubscriptionRow) => ({
  ...{ isCanceled, pausedAt, pauses, missed, dueAt },
});
const waitMs = ({ checks }: SubscriptionRow): number => backOffMs(checks + 1, CHECKS);
const amountOf = ({ periodAmount, amount }: SubscriptionRow): number => periodAmount ?? amount;
const dueOf = (row: SubscriptionRow) => ({ period: row.period, amount: amountOf(row) });

/** Reference of a period's charges, by which they are found at the service. */
const referenceOf = ({ id, period }: SubscriptionRow): string => `${id}/${period}`;

/** Options of an order that saves the card. */
export function orderOptions(row: SubscriptionRow, own: Partial<CreateOrderOptions> & { amount: number }) {
  const { currencyCode, order } = row;
  return {
    ...order,
    ...withoutUndefined({ currencyCode }),
    allowRecurring: true,
    // Not that of a charge, because charges without a reference of their own inherit it.
    merchantTrns: `${referenceOf(row)}/order`,
    ...own,
  };
}

const checkoutUrlOf = ({ dev, endpoints }: PayWallet, orderCode: string): string =>
  getSmartCheckout({ orderCode, dev, endpoints });

/** Returns the public form of a row. */
export function subscriptionOf(row: SubscriptionRow, wallet: PayWallet): PaySubscription {
  const { id, amount, interval, intervalCount, timeZone, trialDays, currencyCode, order } = row;
  const { state, period, periodStart: start, isCanceled, endReason, orderCode } = row;
  const isOpen = state !== 'ended';
  return withoutUndefined({
    ...{ id, amount, interval, intervalCount, timeZone, trialDays, currencyCode, order },
    ...{ period, isCanceled, endReason },
    state: isOpen && row.pausedAt !== null ? 'paused' : state,
    periodStart: start === null ? null : new Date(start),
    checkoutUrl: isOpen && orderCode !== null ? checkoutUrlOf(wallet, orderCode) : null,
  }) as PaySubscription;
}
