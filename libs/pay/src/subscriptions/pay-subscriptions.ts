import { Inject, Injectable, Logger } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { PayWallet } from '../clients/pay-wallet.js';
import { unwrap } from '../core/operation/method-return.js';
import {
  BOOLEAN,
  objectWith,
  oneOf,
  requireOptions,
  rule,
  TIMEOUT,
  wholeNumber,
} from '../core/options/option-rules.js';
import type { OptionRule } from '../core/options/option-rules.js';
import { describeThrown } from '../core/values/describe-thrown.js';
import { succeedOnce } from '../core/values/single-flight.js';
import { PayIdempotency } from '../idempotency/pay-idempotency.js';
import { PayWiringError } from '../nest/pay.exceptions.js';
import { getPayToken } from '../nest/pay.tokens.js';
import type { PaymentCreatedEvent } from '../nest/webhooks/event-aliases.js';
import { OnPayEvent } from '../nest/webhooks/on-pay-event.decorator.js';
import { readSqlOptions } from '../stores/sql/sql-store.js';
import { PayEventType } from '../webhooks/event-types.js';
import { INTERVALS, isTimeZone, periodStart } from './billing-calendar.js';
import { SubscriptionHandlers } from './subscription-events.js';
import { SubscriptionRun } from './subscription-run.js';
import { checkoutUrl, referenceOf, subscriptionOf, SubscriptionStep } from './subscription-step.js';
import { SubscriptionStore } from './subscription-store.js';
import type { SubscriptionRow } from './subscription-store.js';
import type {
  PaySubscribeOptions,
  PaySubscription,
  PaySubscriptionCharge,
  PaySubscriptionsOptions,
  PaySubscriptionsReport,
} from './subscription.types.js';

/** Token of the unchecked options. */
export const PAY_SUBSCRIPTIONS_OPTIONS = 'PAY_SUBSCRIPTIONS_OPTIONS';

const isDays = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
const DAYS = wholeNumber(1, 3_650, ' of days', 7);
const MODULE_RULES = {
  database: {
    ...objectWith('query', 'transaction'),
    required: 'pass postgresDatabase(pool) of nestjs-pay/postgres',
  },
  account: rule((value) => typeof value === 'string', 'the name of a PayModule'),
  schema: {},
  now: {},
  migrate: BOOLEAN,
  concurrency: wholeNumber(1, 1_000, '', 8),
  retryDays: rule(
    (value) => Array.isArray(value) && value.every((day, index) => isDays(day) && !(day <= value[index - 1])),
    'an array of whole numbers of days, each later than the one before',
    '[1, 3, 5]',
  ),
  pastDueAfterDays: DAYS,
  endAfterDays: DAYS,
  leaseMs: TIMEOUT,
} satisfies Record<keyof PaySubscriptionsOptions, OptionRule>;

const AMOUNT = {
  ...wholeNumber(30, Number.MAX_SAFE_INTEGER, ' of minor units', 990),
  required: 'pass the price in minor units',
};
const SUBSCRIBE_RULES = {
  id: {
    ...rule(
      (value) => typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value),
      '1 to 100 letters, digits and _ . : -',
      "'member-17'",
    ),
    required: 'pass your own ID of the subscription',
  },
  amount: AMOUNT,
  interval: { ...oneOf(...INTERVALS), required: "pass 'day', 'week', 'month' or 'year'" },
  intervalCount: wholeNumber(1, 366, '', 1),
  timeZone: {
    ...rule(isTimeZone, 'an IANA time zone', "'Europe/Athens'"),
    required: "pass an IANA time zone, such as 'Europe/Athens'",
  },
  trialDays: wholeNumber(0, 3_650, ' of days', 14),
  currencyCode: rule(
    (value) => typeof value === 'string' && /^\d{3}$/.test(value),
    'an ISO 4217 numeric code',
    "'978'",
  ),
  // The service's call checks its members.
  order: {},
} satisfies Record<keyof PaySubscribeOptions, OptionRule>;

/**
 * Subscriptions in the database of your application: one charge for each period, at any number of processes, through crashes and lost
 * responses. Call {@link runDue} regularly.
 */
@Injectable()
export class PaySubscriptions implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('PaySubscriptions');
  readonly #store: SubscriptionStore<unknown>;
  readonly #now: () => number;
  readonly #options: PaySubscriptionsOptions;
  readonly #migrate: () => Promise<void>;
  #wallet: PayWallet | undefined;
  #runs = new Set<Promise<unknown>>();
  #run: SubscriptionRun | null = null;
  #isClosing = false;

  /** @throws RangeError that names each invalid option. */
  constructor(
    @Inject(PAY_SUBSCRIPTIONS_OPTIONS) options: PaySubscriptionsOptions,
    private readonly moduleRef: ModuleRef,
    private readonly handlers: SubscriptionHandlers,
  ) {
    requireOptions(MODULE_RULES, options, 'PaySubscriptionsModule: ');
    const { database, migrate = true, now = () => new Date(), schema } = options;
    this.#store = new SubscriptionStore(database, readSqlOptions({ schema }).schema);
    this.#migrate = succeedOnce(() => (migrate ? this.#store.migrate() : this.#store.checkTables()));
    this.#now = () => now().getTime();
    this.#options = options;
  }

  /** @throws PayWiringError if PayModule lacks what charges need. */
  async onApplicationBootstrap(): Promise<void> {
    const { account } = this.#options;
    this.handlers.find();
    this.#wallet = this.#find(getPayToken(PayWallet, { account }), 'wallet') as PayWallet;
    this.#find(getPayToken(PayIdempotency, { account }), 'idempotency');
    await this.#migrate();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#isClosing = true;
    this.#run?.stop();
    await Promise.allSettled(this.#runs);
  }

  /**
   * Creates a subscription and its first order. Redirect the customer to `checkoutUrl`: the payment saves the card and starts the first
   * period. With a trial, the customer only verifies the card there. A repeated call with the ID of a subscription that waits for this
   * payment returns the same address.
   *
   * @param options.amount - Price of each period, in minor units.
   * @throws RangeError that names each invalid option, or if the subscription has already started. PayError if the order could not be
   *   created.
   * @example
   * const { checkoutUrl } = await subscriptions.subscribe({ id: 'member-17', amount: 990, interval: 'month', timeZone: 'Europe/Athens' });
   */
  async subscribe(options: PaySubscribeOptions): Promise<PaySubscription & { checkoutUrl: string }> {
    requireOptions(SUBSCRIBE_RULES, options, '');
    const { id, amount, interval, timeZone, currencyCode: currency = null, order = {} } = options;
    const { intervalCount = 1, trialDays = 0 } = options;
    const wallet = this.#client();
    await this.#migrate();
    const existing = await this.#store.get(id);
    if (existing === null || (existing.state === 'ended' && existing.card === null)) {
      const created = unwrap(
        await wallet.payments.createOrder({
          ...order,
          amount: trialDays > 0 ? 0 : amount,
          allowRecurring: true,
          merchantTrns: referenceOf({ id, period: 0 }),
          ...(trialDays > 0 && { isCardVerification: true }),
          ...(currency !== null && { currencyCode: currency }),
        }),
      );
      const now = this.#now();
      await this.#store.insert({
        ...{ id, state: 'pending', price: amount, currency, interval, intervalCount, timeZone, trialDays },
        ...{ orderOptions: JSON.stringify(order), orderCode: created.orderCodeText, endedReason: null },
        ...{ checks: 0, cancel: false, dueAt: now + 60_000, createdAt: now },
      });
    }
    const row = await this.#store.get(id);
    if (row?.state !== 'pending' || row.orderCode === null)
      throw new RangeError(`id must be new: the subscription '${id}' has already started`);
    return { ...subscriptionOf(row, wallet), checkoutUrl: checkoutUrl(wallet, row.orderCode) };
  }

  /**
   * Makes one run: charges all periods that are due, looks at open orders, and resolves unknown outcomes. Call it every few minutes, in
   * as many processes as you like. Resolves at once as `busy` while another run of this process is in progress.
   *
   * @param now - Time of the run. @default the present time
   * @example
   * @Cron(CronExpression.EVERY_5_MINUTES)
   * async charge() {
   *   await this.subscriptions.runDue();
   * }
   */
  async runDue(now: Date = new Date(this.#now())): Promise<PaySubscriptionsReport> {
    const run = this.#newRun(now.getTime());
    if (this.#run !== null || this.#isClosing)
      return { ...run.report, status: this.#isClosing ? 'stopped' : 'busy' };
    this.#run = run;
    try {
      return await this.#track(this.#migrate().then(() => run.run()));
    } finally {
      this.#run = null;
    }
  }

  /** Reads a subscription. Resolves with null if it does not exist. */
  async get(id: string): Promise<PaySubscription | null> {
    const row = await this.#store.get(id);
    return row === null ? null : subscriptionOf(row, this.#client());
  }

  /** Lists the paid periods of a subscription, the first one first. */
  charges(id: string): Promise<PaySubscriptionCharge[]> {
    return this.#store.charges(id);
  }

  /**
   * Changes the price. It applies to the next period that no charge was attempted for.
   *
   * @param amount - Minor units.
   * @throws RangeError for an invalid amount, or if the subscription does not exist or has ended.
   */
  changePrice(id: string, amount: number): Promise<PaySubscription> {
    requireOptions({ amount: AMOUNT }, { amount }, '');
    return this.#update(id, () => ({ price: amount }));
  }

  /** Stops charges until {@link resume}. A charge that was already sent is still recorded. @throws RangeError as `changePrice`. */
  pause(id: string): Promise<PaySubscription> {
    return this.#update(id, ({ pausedAt }) => ({ pausedAt: pausedAt ?? this.#now() }));
  }

  /**
   * Continues a paused subscription, and takes back a cancellation that has not taken effect. Periods that started during the pause
   * are not charged: the next one starts on its usual day. @throws RangeError as `changePrice`.
   */
  resume(id: string): Promise<PaySubscription> {
    return this.#update(id, (row) => {
      const { pausedAt, periodStart: start, anchor } = row;
      const continued = { pausedAt: null, cancel: false };
      const isOpen = row.sent || row.declines > 0 || row.orderCode !== null;
      if (start === null || anchor === null || isOpen)
        return { ...continued, dueAt: row.dueAt ?? this.#now() };
      let { period } = row;
      let next = start;
      while (pausedAt !== null && next >= pausedAt && next < this.#now())
        next = periodStart({ ...row, anchor }, ++period).getTime();
      return { ...continued, period, periodStart: next, dueAt: next };
    });
  }

  /**
   * Ends a subscription: at the end of the paid period or of the trial, or at once. The next run records it and emits `ended`. An open
   * order is canceled. @throws RangeError as `changePrice`.
   */
  cancel(id: string, { at = 'period_end' }: { at?: 'period_end' | 'now' } = {}): Promise<PaySubscription> {
    requireOptions({ at: oneOf('period_end', 'now') }, { at }, '');
    return this.#update(id, () => ({ cancel: true, ...(at === 'now' && { dueAt: this.#now() }) }));
  }

  /** Notes payments of open orders. Not awaited: in PGlite, the inbox's transaction blocks other statements until it ends. @internal */
  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  paid({ data: { OrderCodeText, TransactionId } }: PaymentCreatedEvent): void {
    if (this.#isClosing) return;
    void this.#track(this.#notePayment(OrderCodeText, TransactionId)).catch((error: unknown) => {
      // A later run finds the payment.
      this.#logger.warn(
        `a payment of order ${OrderCodeText} was not recorded yet: ${describeThrown(error).message}`,
      );
    });
  }

  async #notePayment(orderCode: string, transactionId: string): Promise<void> {
    const now = this.#now();
    const id = await this.#store.notePayment(orderCode, transactionId, now);
    if (id !== null) await this.#newRun(now).run(id);
  }

  #newRun(now: number): SubscriptionRun {
    const { concurrency = 8, leaseMs = 120_000, retryDays = [1, 3, 5] } = this.#options;
    const { pastDueAfterDays = 7, endAfterDays = 21 } = this.#options;
    const settings = { retryDays, pastDueAfterDays, endAfterDays };
    const step = new SubscriptionStep(this.#store, this.#client(), this.handlers, settings);
    return new SubscriptionRun(this.#store, step, now, { concurrency, leaseMs });
  }

  async #update(
    id: string,
    patchOf: (row: SubscriptionRow) => Partial<SubscriptionRow>,
  ): Promise<PaySubscription> {
    const row = await this.#store.change(id, null, (current) =>
      current.state === 'ended' ? null : { patch: patchOf(current) },
    );
    if (row === null)
      throw new RangeError(`id must be that of a subscription that has not ended (received '${id}')`);
    return subscriptionOf(row, this.#client());
  }

  async #track<Result>(work: Promise<Result>): Promise<Result> {
    this.#runs.add(work);
    try {
      return await work;
    } finally {
      this.#runs.delete(work);
    }
  }

  #client(): PayWallet {
    if (this.#wallet === undefined)
      throw new PayWiringError('PaySubscriptions works after the application has started: await app.init().');
    return this.#wallet;
  }

  #find(token: Parameters<ModuleRef['get']>[0], option: string): unknown {
    const found: unknown = this.moduleRef.get(token, { strict: false });
    if (found !== undefined) return found;
    throw new PayWiringError(
      `PaySubscriptionsModule needs the option \`${option}\` of PayModule` +
        (option === 'wallet'
          ? '.'
          : ': without it, a lost response could lead to a second charge. Set postgresIdempotency({ pool }).'),
    );
  }
}
