import { Logger } from '@nestjs/common';
import { OrderState, TransactionStatus } from '../areas/coded-values.generated.js';
import { PAYMENT_TIMEOUT_NEVER } from '../areas/payments/payments.types.js';
import type { CreateOrderOptions } from '../areas/payments/payments.types.js';
import type { PayWallet } from '../clients/pay-wallet.js';
import { getSmartCheckout } from '../clients/smart-checkout.js';
import { unwrap } from '../core/operation/method-return.js';
import type { CallMeta } from '../core/operation/method-return.js';
import { backOffMs } from '../core/values/back-off.js';
import { describeThrown } from '../core/values/describe-thrown.js';
import { toMinorUnits } from '../core/values/money.js';
import type { SqlSession } from '../stores/sql/sql-store.js';
import { localTime, periodStart } from './billing-calendar.js';
import { isHardDecline } from './hard-declines.js';
import { withoutUndefined } from '../jobs/job-options.js';
import type { DispatchJobEvent } from '../jobs/job-handlers.js';
import type { LeasedRow, SubscriptionRow, SubscriptionStore } from './subscription-store.js';
import type {
  NewEvent,
  PaySubscription,
  PaySubscriptionCharge,
  PaySubscriptionEndReason,
  PaySubscriptionsOptions,
  PaySubscriptionsReport,
} from './subscription.types.js';

const DAY_MS = 86_400_000;
/** Waits before a step that led to nothing is repeated. */
const CHECKS = { firstMs: 60_000, maxMs: 3_600_000 };
/** Pause after a 429 response without `Retry-After`. */
const RATE_LIMIT_MS = 5_000;

/** What a step led to. `waitMs`: the service limits the rate of requests. */
export type StepResult = Exclude<keyof PaySubscriptionsReport, 'status'> | 'other' | { waitMs: number };

/** A successful payment. `amount` is in minor units. */
type Payment = Pick<PaySubscriptionCharge, 'transactionId' | 'amount' | 'chargedAt'>;

/** Does what is due for one leased subscription. Calls the service outside of database transactions. */
export class SubscriptionStep {
  readonly #logger = new Logger('PaySubscriptions');

  constructor(
    private readonly store: SubscriptionStore,
    private readonly wallet: PayWallet,
    private readonly dispatch: DispatchJobEvent,
    private readonly settings: Pick<
      Required<PaySubscriptionsOptions>,
      'retryDays' | 'pastDueAfterDays' | 'endAfterDays'
    >,
  ) {}

  async take(row: LeasedRow, now: number): Promise<StepResult> {
    if (row.isSent) return this.#charge(row, now, true);
    if (row.isCanceled) return this.#end(row, 'canceled', now);
    // `resume()` sets the next time.
    if (row.pausedAt !== null) return this.#change(row, { dueAt: null }, 'other');
    if (row.orderCode !== null) return this.#checkOrder(row, row.orderCode, now);
    if (row.needsCard) return this.#orderCard(row, now);
    // The service was seen to approve a declined charge later, so it is asked before each retry.
    const made = row.declines > 0 ? await this.#findCharge(row) : null;
    if (made !== null) return this.recordPaid(row, made);
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
    const { id, period, card, currencyCode, order: { customerTrns, sourceCode } = {} } = row;
    const amount = amountOf(row);
    const options = { id: card?.transactionId ?? '', amount, merchantTrns: referenceOf(row) };
    const result = await this.wallet.transactions.createTransaction(
      { ...options, ...withoutUndefined({ currencyCode, customerTrns, sourceCode }) },
      { idempotencyKey: `subscription:${id}:${period}` },
    );
    if (result.success)
      return this.recordPaid(row, {
        transactionId: result.data.TransactionId,
        amount,
        chargedAt: new Date(now),
      });
    const { outcome, eventId } = result.error;
    if (outcome === 'rejected' && (eventId ?? 0) > 0) return this.#recordDecline(row, Number(eventId), now);
    // The key does not recognize the charge if the clock of the process that sent it was wrong. The reference does.
    const made = outcome === 'unknown' && wasSent ? await this.#findCharge(row) : null;
    if (made !== null) return this.recordPaid(row, made);
    return this.fail(row, now, result, outcome === 'unknown' || (outcome === 'not-sent' && wasSent));
  }

  #recordDecline(row: LeasedRow, eventId: number, now: number): Promise<StepResult> {
    const days = [0, ...this.settings.retryDays];
    const nextDay = isHardDecline(eventId) ? undefined : days[row.declines + 1];
    const retryAt = nextDay === undefined ? null : now + (nextDay - (days[row.declines] ?? 0)) * DAY_MS;
    const declines = row.declines + 1;
    const patch = { isSent: false, checks: 0, declines, needsCard: retryAt === null, dueAt: retryAt ?? now };
    return this.#change(row, patch, 'declined', [
      { type: 'declined', ...dueOf(row), eventId, retryAt: retryAt === null ? null : new Date(retryAt) },
    ]);
  }

  /** Creates the order with which the customer pays the period and saves another card. */
  async #orderCard(row: LeasedRow, now: number): Promise<StepResult> {
    const amount = amountOf(row);
    const options = orderOptions(row, { amount, paymentTimeout: PAYMENT_TIMEOUT_NEVER });
    const { orderCodeText: orderCode } = unwrap(await this.wallet.payments.createOrder(options));
    const patch = { orderCode, checks: 0, dueAt: now + CHECKS.firstMs };
    const checkoutUrl = checkoutUrlOf(this.wallet, orderCode);
    return this.#change(row, patch, 'other', [{ type: 'card_needed', ...dueOf(row), checkoutUrl }]);
  }

  async #checkOrder(row: LeasedRow, orderCode: string, now: number): Promise<StepResult> {
    const paid = await this.#findPayment(orderCode);
    if (paid !== null) return this.recordOrder(row, paid, orderCode);
    if (row.periodStart === null) {
      const { StateId } = unwrap(await this.wallet.payments.getOrder(orderCode));
      const isOver = StateId === OrderState.Expired || StateId === OrderState.Canceled;
      return isOver ? this.#recordEnd(row, 'not_started') : this.#postpone(row, now);
    }
    const made = await this.#findCharge(row);
    if (made !== null) return (await this.#closeOrder(row, orderCode, now)) ?? this.recordPaid(row, made);
    const pastDueAt = row.periodStart + this.settings.pastDueAfterDays * DAY_MS;
    const endsAt = row.periodStart + this.settings.endAfterDays * DAY_MS;
    if (now >= endsAt) return this.#end(row, 'unpaid', now);
    const next = row.state === 'active' && now < pastDueAt ? Math.min(pastDueAt, endsAt) : endsAt;
    const patch = { checks: row.checks + 1, dueAt: Math.min(next, now + waitMs(row)) };
    if (row.state !== 'active' || now < pastDueAt) return this.#change(row, patch, 'other');
    const checkoutUrl = checkoutUrlOf(this.wallet, orderCode);
    const event: NewEvent = { type: 'past_due', ...dueOf(row), checkoutUrl };
    return this.#change(row, { ...patch, state: 'past_due' }, 'other', [event]);
  }

  async #end(row: LeasedRow, reason: PaySubscriptionEndReason, now: number): Promise<StepResult> {
    const closed = row.orderCode === null ? null : await this.#closeOrder(row, row.orderCode, now);
    return closed ?? this.#recordEnd(row, reason);
  }

  /** Cancels an order. Returns the result of the step if that failed, or the order was paid just before. */
  async #closeOrder(row: LeasedRow, orderCode: string, now: number): Promise<StepResult | null> {
    const canceled = await this.wallet.payments.cancelOrder(orderCode);
    if (!canceled.success && canceled.error.outcome !== 'rejected') return this.fail(row, now, canceled);
    // The service also reports success for an order that was paid just before.
    const paid = await this.#findPayment(orderCode);
    if (paid !== null) return this.recordOrder(row, paid, orderCode);
    // The list was seen to be empty for paid orders. It shows the payment later.
    const { StateId } = unwrap(await this.wallet.payments.getOrder(orderCode));
    return StateId === OrderState.Paid ? this.#postpone(row, now) : null;
  }

  #recordEnd(row: LeasedRow, reason: PaySubscriptionEndReason): Promise<StepResult> {
    const patch = { state: 'ended', endReason: reason, pausedAt: null, dueAt: null } as const;
    return this.#change(row, patch, 'ended', [{ type: 'ended', reason }]);
  }

  /** Records the payment of an order, and reports a charge of the same period that was made, too. */
  async recordOrder(row: LeasedRow, paid: Payment, orderCode: string): Promise<StepResult> {
    const charged = row.card === null ? null : await this.#findCharge(row);
    return this.recordPaid(row, paid, orderCode, charged);
  }

  /** Records that the period is paid, or that the trial begins. @param orderCode - Order that saved the card. */
  recordPaid(
    row: LeasedRow,
    paid: Payment,
    orderCode?: string,
    second: Payment | null = null,
  ): Promise<StepResult> {
    const anchor = row.anchor ?? localTime(paid.chargedAt, row.timeZone, row.trialDays);
    const startOf = (period: number): Date => periodStart({ ...row, anchor }, period);
    const isTrial = row.anchor === null && (row.trialDays ?? 0) > 0;
    const period = isTrial ? 0 : row.period + 1;
    const next = startOf(period);
    const charge = isTrial ? undefined : { ...paid, period: row.period, periodStart: startOf(row.period) };
    const patch: Partial<SubscriptionRow> = {
      ...{ state: 'active', anchor, period, periodStart: next.getTime(), dueAt: next.getTime() },
      ...(orderCode !== undefined && { card: { transactionId: paid.transactionId, orderCode } }),
      ...{ orderCode: null, periodAmount: null, isSent: false, declines: 0, needsCard: false, checks: 0 },
      endReason: null,
    };
    const twice = second && { amount: second.amount, transactionId: second.transactionId };
    const events: NewEvent[] = [
      ...(row.anchor === null ? [{ type: 'started', trialEndsAt: isTrial ? next : null } as const] : []),
      ...(charge === undefined ? [] : [{ type: 'charged', ...charge } as const]),
      ...(twice === null ? [] : [{ type: 'paid_twice', period: row.period, ...twice } as const]),
    ];
    return this.#change(row, patch, charge === undefined ? 'other' : 'charged', events, charge);
  }

  /** Repeats a failed step later. @param isSent - Whether the charge may have been made, if the step tried to make it. */
  async fail(row: LeasedRow, now: number, error: unknown, isSent?: boolean): Promise<StepResult> {
    const { meta } = error as { meta?: CallMeta };
    if (meta?.httpStatus === 429)
      return this.#change(row, { isSent }, { waitMs: meta.retryAfterMs ?? RATE_LIMIT_MS });
    this.#logger.warn(`subscription ${row.id}, period ${row.period}: ${describeThrown(error).message}`);
    await this.#postpone(row, now, isSent);
    return isSent === true ? 'unknown' : 'failed';
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
    patch: { [Name in keyof SubscriptionRow]?: SubscriptionRow[Name] | undefined },
    result: StepResult,
    events: readonly NewEvent[] = [],
    charge?: PaySubscriptionCharge,
  ): Promise<StepResult> {
    const changed = await this.store.changeRow(row.id, row.token, (present) => {
      const after = { ...present, ...withoutUndefined(patch) };
      const also = async (session: SqlSession, transaction: unknown): Promise<void> => {
        if (charge !== undefined) await this.store.insertCharge(session, row.id, charge);
        const subscription = subscriptionOf(after, this.wallet);
        for (const event of events) await this.dispatch(event.type, { ...event, subscription }, transaction);
      };
      return { row: after, result, leaseMs: 0, also };
    });
    return changed ?? 'other';
  }

  /** Finds the charge of the period among those of the card. */
  #findCharge(row: SubscriptionRow): Promise<Payment | null> {
    return this.#findPayment(row.card?.orderCode ?? '', referenceOf(row));
  }

  /** Finds the payment of an order; with a reference, the charge of the card that this order saved. */
  async #findPayment(orderCode: string, reference?: string): Promise<Payment | null> {
    const { Transactions } = unwrap(
      await this.wallet.transactions.getLegacyTransactions(undefined, { orderCode }),
    );
    const found = Transactions.find(
      ({ StatusId, ParentId, MerchantTrns }) =>
        StatusId === TransactionStatus.Finished &&
        (reference === undefined ? !ParentId : Boolean(ParentId) && MerchantTrns === reference),
    );
    if (found === undefined) return null;
    const { TransactionId: transactionId, Amount, CurrencyCode, InsDate } = found;
    return { transactionId, amount: toMinorUnits(Amount, CurrencyCode), chargedAt: new Date(InsDate) };
  }
}

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
