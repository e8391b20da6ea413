import { Logger } from '@nestjs/common';
import type { LegacyTransaction } from '../areas/transactions/legacy-transaction.types.js';
import { OrderState, PAYMENT_TIMEOUT_NEVER } from '../areas/payments/payments.enums.js';
import { TransactionStatus } from '../areas/transactions/transactions.enums.js';
import type { PayWallet } from '../clients/pay-wallet.js';
import { getSmartCheckout } from '../clients/smart-checkout.js';
import type { MethodFailure } from '../core/operation/method-return.js';
import { backOffMs } from '../core/values/back-off.js';
import { toMinorUnits } from '../core/values/money.js';
import { localTime, periodStart } from './billing-calendar.js';
import { isHardDecline } from './hard-declines.js';
import type { SubscriptionHandlers } from './subscription-events.js';
import type { SubscriptionChange, SubscriptionRow, SubscriptionStore } from './subscription-store.js';
import type {
  NewEvent,
  PaySubscription,
  PaySubscriptionEndReason,
  PaySubscriptionEvent,
  PaySubscriptionOrder,
} from './subscription.types.js';

const DAY_MS = 86_400_000;
/** Waits before a step that led to nothing is repeated. */
const CHECKS = { firstMs: 60_000, maxMs: 3_600_000 };
/** Pause after a 429 response without `Retry-After`. */
const RATE_LIMIT_MS = 5_000;

/** Settings of the steps. */
export interface StepSettings {
  retryDays: readonly number[];
  pastDueAfterDays: number;
  endAfterDays: number;
}

/** What a step led to. `wait`: the service limits the rate of requests. */
export type StepResult =
  | 'charged'
  | 'declined'
  | 'ended'
  | 'unknown'
  | 'failed'
  | 'other'
  | { waitMs: number };

/** A payment that the service shows or has just made. */
interface Payment {
  transactionId: string;
  /** Minor units. */
  amount: number;
  at: number;
}

/** Does what is due for one leased subscription. Calls the service outside of database transactions. */
export class SubscriptionStep {
  readonly #logger = new Logger('PaySubscriptions');

  constructor(
    private readonly store: SubscriptionStore<unknown>,
    private readonly wallet: PayWallet,
    private readonly handlers: SubscriptionHandlers,
    private readonly settings: StepSettings,
  ) {}

  async take(row: SubscriptionRow, now: number): Promise<StepResult> {
    if (row.payment !== null) return this.#readPayment(row, row.payment, now);
    if (row.sent) return this.#charge(row, now, true);
    if (row.cancel) return this.#end(row, 'canceled', now);
    if (row.orderCode !== null) return this.#checkOrder(row, row.orderCode, now);
    if (row.cardNeeded) return this.#orderCard(row, now);
    return this.#beginCharge(row, now);
  }

  async #beginCharge(row: SubscriptionRow, now: number): Promise<StepResult> {
    // The service was seen to approve a declined charge later, so it is asked before each retry.
    const made = row.declines > 0 ? await this.#findCharge(row) : null;
    if (made instanceof Error) return this.#postpone(row, now, made.message);
    if (made !== null) return this.#recordPaid(row, made);
    const begun = await this.store.begin(row);
    if (begun !== null) return this.#charge(begun, now, false);
    await this.store.release(row);
    return 'other';
  }

  /** @param wasSent - Whether an earlier request with the key may have charged the card. */
  async #charge(row: SubscriptionRow, now: number, wasSent: boolean): Promise<StepResult> {
    const { customerTrns, sourceCode } = optionsOf(row);
    const amount = row.amount ?? row.price;
    const result = await this.wallet.transactions.createTransaction(
      {
        id: row.card ?? '',
        amount,
        merchantTrns: referenceOf(row),
        ...(row.currency !== null && { currencyCode: row.currency }),
        ...(customerTrns !== undefined && { customerTrns }),
        ...(sourceCode !== undefined && { sourceCode }),
      },
      { idempotencyKey: `subscription:${row.id}:${row.period}` },
    );
    if (result.success)
      return this.#recordPaid(row, { transactionId: result.data.TransactionId, amount, at: now });
    const { outcome, eventId } = result.error;
    const isOpen = outcome === 'unknown' || (outcome === 'not-sent' && wasSent);
    if (isOpen) return this.#postpone(row, now, result.message, true);
    if (outcome === 'rejected' && eventId !== null && eventId > 0)
      return this.#recordDecline(row, eventId, now);
    return this.#postponeFailed(row, result, now);
  }

  async #recordDecline(row: SubscriptionRow, eventId: number, now: number): Promise<StepResult> {
    const days = [0, ...this.settings.retryDays];
    const nextDay = isHardDecline(eventId) ? undefined : days[row.declines + 1];
    const retryAt = nextDay === undefined ? null : now + (nextDay - (days[row.declines] ?? 0)) * DAY_MS;
    const amount = row.amount ?? row.price;
    const isRecorded = await this.#change(
      row,
      () => ({
        patch: {
          sent: false,
          checks: 0,
          declines: row.declines + 1,
          declineEvent: eventId,
          cardNeeded: retryAt === null,
          dueAt: retryAt ?? now,
        },
      }),
      [
        {
          type: 'declined',
          period: row.period,
          amount,
          eventId,
          retryAt: retryAt === null ? null : new Date(retryAt),
        },
      ],
    );
    return isRecorded ? 'declined' : 'other';
  }

  /** Creates the order with which the customer pays the period and saves another card. */
  async #orderCard(row: SubscriptionRow, now: number): Promise<StepResult> {
    const amount = row.amount ?? row.price;
    const order = await this.wallet.payments.createOrder({
      ...optionsOf(row),
      amount,
      allowRecurring: true,
      merchantTrns: referenceOf(row),
      paymentTimeout: PAYMENT_TIMEOUT_NEVER,
      ...(row.currency !== null && { currencyCode: row.currency }),
    });
    if (!order.success) return this.#postponeFailed(row, order, now);
    const { orderCodeText: orderCode } = order.data;
    await this.#change(row, () => ({ patch: { orderCode, checks: 0, dueAt: now + CHECKS.firstMs } }), [
      { type: 'card_needed', period: row.period, amount, checkoutUrl: checkoutUrl(this.wallet, orderCode) },
    ]);
    return 'other';
  }

  async #checkOrder(row: SubscriptionRow, orderCode: string, now: number): Promise<StepResult> {
    const paid = await this.#findPayment(orderCode);
    if (paid instanceof Error) return this.#postpone(row, now, paid.message);
    if (paid !== null) return this.#recordPaid(row, paid, orderCode);
    if (row.state === 'pending') return this.#checkFirstOrder(row, orderCode, now);
    const made = await this.#findCharge(row);
    if (made instanceof Error) return this.#postpone(row, now, made.message);
    if (made !== null) {
      await this.wallet.payments.cancelOrder(orderCode);
      return this.#recordPaid(row, made);
    }
    const since = row.periodStart ?? now;
    const pastDueAt = since + this.settings.pastDueAfterDays * DAY_MS;
    const endsAt = since + this.settings.endAfterDays * DAY_MS;
    if (now >= endsAt) return this.#end(row, 'unpaid', now);
    const isPastDue = row.state === 'active' && now >= pastDueAt;
    const next = row.state === 'active' && !isPastDue ? Math.min(pastDueAt, endsAt) : endsAt;
    const patch = { checks: row.checks + 1, dueAt: Math.min(next, now + waitMs(row)) };
    const event: NewEvent = {
      type: 'past_due',
      period: row.period,
      amount: row.amount ?? row.price,
      checkoutUrl: checkoutUrl(this.wallet, orderCode),
    };
    await (isPastDue
      ? this.#change(row, () => ({ patch: { ...patch, state: 'past_due' } }), [event])
      : this.#change(row, () => ({ patch })));
    return 'other';
  }

  async #checkFirstOrder(row: SubscriptionRow, orderCode: string, now: number): Promise<StepResult> {
    const order = await this.wallet.payments.getOrder(orderCode);
    if (!order.success) return this.#postponeFailed(row, order, now);
    const isOver = [OrderState.Expired, OrderState.Canceled].some((state) => state === order.data.StateId);
    return isOver ? this.#recordEnd(row, 'not_started') : this.#postpone(row, now);
  }

  async #end(row: SubscriptionRow, reason: PaySubscriptionEndReason, now: number): Promise<StepResult> {
    if (row.orderCode === null) return this.#recordEnd(row, reason);
    const canceled = await this.wallet.payments.cancelOrder(row.orderCode);
    if (!canceled.success && canceled.error.outcome !== 'rejected')
      return this.#postponeFailed(row, canceled, now);
    // The service also reports success for an order that was paid just before.
    const paid = await this.#findPayment(row.orderCode);
    if (paid instanceof Error) return this.#postpone(row, now, paid.message);
    return paid === null ? this.#recordEnd(row, reason) : this.#recordPaid(row, paid, row.orderCode);
  }

  async #recordEnd(row: SubscriptionRow, reason: PaySubscriptionEndReason): Promise<StepResult> {
    const patch = { state: 'ended', endedReason: reason, pausedAt: null } as const;
    const isRecorded = await this.#change(row, () => ({ patch: { ...patch, dueAt: null } }), [
      { type: 'ended', reason },
    ]);
    return isRecorded ? 'ended' : 'other';
  }

  /** Reads the payment of which a webhook told. */
  async #readPayment(row: SubscriptionRow, transactionId: string, now: number): Promise<StepResult> {
    const read = await this.wallet.transactions.getTransactionById(transactionId);
    if (!read.success) return this.#postponeFailed(row, read, now);
    const { orderCodeText, statusId, amount, currencyCode, insDate } = read.data;
    if (orderCodeText === row.orderCode && statusId === TransactionStatus.Finished) {
      const payment = { transactionId, amount: toMinorUnits(amount, currencyCode), at: Date.parse(insDate) };
      return this.#recordPaid(row, payment, orderCodeText);
    }
    await this.#change(row, () => ({
      patch: { payment: null, dueAt: row.state === 'ended' ? null : now + waitMs(row) },
    }));
    return 'other';
  }

  /** Records that the period is paid, or that the trial begins. @param orderCode - Order that saved another card. */
  async #recordPaid(row: SubscriptionRow, payment: Payment, orderCode?: string): Promise<StepResult> {
    const { transactionId, amount, at } = payment;
    const isFirst = row.anchor === null;
    const hasTrial = isFirst && row.trialDays > 0;
    const anchor = row.anchor ?? localTime(new Date(at), row.timeZone, row.trialDays);
    const calendar = { ...row, anchor };
    const start = row.periodStart ?? periodStart(calendar, row.period).getTime();
    const period = hasTrial ? row.period : row.period + 1;
    const next = periodStart(calendar, period).getTime();
    const saved = orderCode !== undefined && { card: transactionId, cardOrder: orderCode };
    const charge = { period: row.period, periodStart: start, amount, transactionId, chargedAt: at };
    const events: NewEvent[] = [
      ...(isFirst ? [{ type: 'started', trialEndsAt: hasTrial ? new Date(next) : null } as const] : []),
      ...(hasTrial
        ? []
        : [{ type: 'charged', ...charge, periodStart: new Date(start), chargedAt: new Date(at) } as const]),
    ];
    const isRecorded = await this.#change(
      row,
      () => ({
        patch: {
          ...{ state: 'active', anchor, period, periodStart: next, dueAt: next, ...saved },
          ...{ amount: null, sent: false, declines: 0, declineEvent: null, cardNeeded: false },
          ...{ orderCode: null, payment: null, checks: 0, endedReason: null },
        },
        ...(!hasTrial && { charge }),
      }),
      events,
    );
    return isRecorded && !hasTrial ? 'charged' : 'other';
  }

  #postponeFailed(
    row: SubscriptionRow,
    { meta, message }: MethodFailure<string>,
    now: number,
  ): Promise<StepResult> {
    if (meta.httpStatus !== 429) return this.#postpone(row, now, message);
    const waitMs = meta.retryAfterMs ?? RATE_LIMIT_MS;
    return this.store.change(row.id, row.token, () => ({ patch: { sent: false } })).then(() => ({ waitMs }));
  }

  /** @param message - Why the step failed, if it did. @param isSent - Whether a charge may have been made. */
  async #postpone(row: SubscriptionRow, now: number, message?: string, isSent = false): Promise<StepResult> {
    const isUnlimited = row.declines === 0 && !isSent;
    await this.#change(row, () => ({
      patch: {
        ...{ sent: isSent, checks: row.checks + 1, dueAt: now + waitMs(row) },
        // Without an attempt, a new price still applies to the period.
        ...(isUnlimited && { amount: null }),
      },
    }));
    if (message === undefined) return 'other';
    this.#logger.warn(`subscription ${row.id}, period ${row.period}: ${message}`);
    return isSent ? 'unknown' : 'failed';
  }

  /** Changes the row and runs the handlers of the events in one transaction. Resolves with false if the lease is lost. */
  async #change(
    row: SubscriptionRow,
    decide: () => SubscriptionChange,
    events: readonly NewEvent[] = [],
  ): Promise<boolean> {
    const changed = await this.store.change(
      row.id,
      row.token,
      (current) => {
        const { patch, charge } = decide();
        // A webhook may have told of a payment since the row was leased.
        const isTold = current.payment !== null && !('payment' in patch);
        const change = isTold ? { ...patch, dueAt: row.dueAt } : patch;
        return { patch: change, ...(charge && { charge }) };
      },
      async (changed, transaction) => {
        const subscription = subscriptionOf(changed, this.wallet);
        for (const event of events)
          await this.handlers.dispatch({ ...event, subscription } as PaySubscriptionEvent, transaction);
      },
    );
    return changed !== null;
  }

  /** Postpones a subscription whose step threw, for example in a handler. A charge that may have been made stays noted. */
  async postponeThrown(row: SubscriptionRow, now: number): Promise<void> {
    await this.store.change(row.id, row.token, () => ({
      patch: { checks: row.checks + 1, dueAt: now + waitMs(row) },
    }));
  }

  /** Finds the payment of an order that saves a card. */
  #findPayment(orderCode: string): Promise<Payment | Error | null> {
    return this.#find(orderCode, ({ ParentId }) => (ParentId ?? '') === '');
  }

  /** Finds the charge of the period among those of the card. */
  #findCharge(row: SubscriptionRow): Promise<Payment | Error | null> {
    const mark = referenceOf(row);
    return this.#find(
      row.cardOrder ?? '',
      ({ ParentId, MerchantTrns }) => (ParentId ?? '') !== '' && MerchantTrns === mark,
    );
  }

  async #find(
    orderCode: string,
    isWanted: (transaction: LegacyTransaction) => boolean,
  ): Promise<Payment | Error | null> {
    const list = await this.wallet.transactions.getLegacyTransactions(undefined, { orderCode });
    if (!list.success) return new Error(list.message);
    const found = list.data.Transactions.find(
      (one) => one.StatusId === TransactionStatus.Finished && isWanted(one),
    );
    if (found === undefined) return null;
    const { TransactionId, Amount, CurrencyCode, InsDate } = found;
    return {
      transactionId: TransactionId,
      amount: toMinorUnits(Amount, CurrencyCode),
      at: Date.parse(InsDate),
    };
  }
}

const waitMs = ({ checks }: SubscriptionRow): number => backOffMs(checks + 1, CHECKS);

/** Reference of a period's charges, by which they are found at the service. */
export const referenceOf = ({ id, period }: Pick<SubscriptionRow, 'id' | 'period'>): string =>
  `${id}/${period}`;

const optionsOf = ({ orderOptions }: SubscriptionRow): PaySubscriptionOrder =>
  JSON.parse(orderOptions) as PaySubscriptionOrder;

export const checkoutUrl = ({ dev, endpoints }: PayWallet, orderCode: string): string =>
  getSmartCheckout({ orderCode, dev, endpoints });

/** Returns the public form of a row. */
export function subscriptionOf(row: SubscriptionRow, wallet: PayWallet): PaySubscription {
  const { id, state, pausedAt, price, currency, interval, intervalCount, timeZone, period, orderCode } = row;
  const isOpen = state !== 'ended';
  return {
    ...{ id, amount: price, currencyCode: currency, interval, intervalCount, timeZone, period },
    state: isOpen && pausedAt !== null ? 'paused' : state,
    periodStart: row.periodStart === null ? null : new Date(row.periodStart),
    isCanceled: row.cancel,
    endReason: row.endedReason,
    checkoutUrl: isOpen && orderCode !== null ? checkoutUrl(wallet, orderCode) : null,
  };
}
