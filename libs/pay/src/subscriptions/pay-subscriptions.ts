import { Inject, Injectable, Logger } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { serviceTime } from '../areas/service-time.js';
import { PayWallet } from '../clients/pay-wallet.js';
import { unwrap } from '../core/operation/method-return.js';
import {
  checkOptions,
  oneOf,
  problemsText,
  rule,
  TIMEOUT,
  wholeNumber,
} from '../core/options/option-rules.js';
import type { OptionRule, OptionRules } from '../core/options/option-rules.js';
import { describeThrown } from '../core/values/describe-thrown.js';
import { toMinorUnits } from '../core/values/money.js';
import { isTimeZone } from '../core/values/local-time.js';
import { isObject } from '../core/values/plain-data.js';
import { UUID } from '../core/values/uuid.js';
import { JobHandlers } from '../jobs/job-handlers.js';
import { readJobOptions, required, requireIdempotency, requireOwnTables } from '../jobs/job-options.js';
import { PayAccounts } from '../nest/accounts/pay-accounts.js';
import { PayWiringError } from '../nest/pay.exceptions.js';
import type { PaymentCreatedEvent, ReversalCreatedEvent } from '../nest/webhooks/event-aliases.generated.js';
import { BackgroundWork } from '../nest/webhooks/background-work.js';
import { OnPayEvent } from '../nest/webhooks/on-pay-event.decorator.js';
import { ReliesOnPayEvents } from '../nest/webhooks/relies-on-events.js';
import { PayEventType } from '../webhooks/event-types.js';
import { INTERVALS } from './billing-calendar.js';
import { afterPause } from './billing-plan.js';
import { SUBSCRIPTION_MIGRATIONS } from './migrations.js';
import { PaySubscriptionError } from './subscription-error.js';
import { SubscriptionSubscriber } from './subscription-events.js';
import { SubscriptionRun } from './subscription-run.js';
import { orderOptions, subscriptionOf, SubscriptionStep } from './subscription-step.js';
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

const DAYS = wholeNumber(1, 3_650, ' of days', 7);
const isRising = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((day, index) => Number.isSafeInteger(day) && day > (value[index - 1] ?? 0));

const MODULE_RULES = {
  concurrency: wholeNumber(1, 1_000, '', 8),
  retryDays: rule(isRising, 'an array of rising whole numbers of days', '[1, 3, 5]'),
  pastDueAfterDays: DAYS,
  endAfterDays: DAYS,
  linkDays: DAYS,
  missedPeriods: oneOf('skip', 'collect', 'ask'),
  leaseMs: TIMEOUT,
};

function readOptions(options: PaySubscriptionsOptions) {
  const settings = readJobOptions('PaySubscriptionsModule', options, MODULE_RULES, {
    ...{ concurrency: 8, leaseMs: 120_000, retryDays: [1, 3, 5], pastDueAfterDays: 7, endAfterDays: 21 },
    ...({ linkDays: 5, missedPeriods: 'skip' } as const),
  });
  const { retryDays, pastDueAfterDays, endAfterDays, linkDays } = settings;
  const lastRetry = retryDays.at(-1) ?? 0;
  if (lastRetry + linkDays > endAfterDays)
    throw new RangeError(
      `PaySubscriptionsModule.endAfterDays must be at least ${lastRetry + linkDays}, the last of retryDays (${lastRetry}) and linkDays (${linkDays}): otherwise the subscription ends before the customer has had the payment link for ${linkDays} days (received ${endAfterDays})`,
    );
  if (pastDueAfterDays >= endAfterDays)
    throw new RangeError(
      `PaySubscriptionsModule.pastDueAfterDays must be less than endAfterDays (${endAfterDays}): otherwise past_due never comes (received ${pastDueAfterDays})`,
    );
  return settings;
}

const AMOUNT = required(wholeNumber(30, undefined, ' of minor units', 990), 'pass the price in minor units');
const isId = (value: unknown): boolean => typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value);
const ID = rule(isId, '1 to 100 letters, digits and _ . : -', "'member-17'");
const TIME_ZONE = rule(isTimeZone, 'an IANA time zone', "'Europe/Athens'");
const SUBSCRIBE_RULES = {
  id: required(ID, 'pass an ID of your own'),
  amount: AMOUNT,
  interval: required(oneOf(...INTERVALS), "pass 'month', for example"),
  intervalCount: wholeNumber(1, 366, '', 1),
  timeZone: required(TIME_ZONE, "pass 'Europe/Athens', for example"),
  trialDays: wholeNumber(0, 3_650, ' of days', 14),
  // The service's call checks these.
  currencyCode: {},
  order: {},
} satisfies Record<keyof PaySubscribeOptions, OptionRule>;

const isOutcome = (value: unknown): boolean =>
  value === 'not-paid' || (isObject(value) && UUID.test(String(value['paid'])));
const OUTCOME = rule(isOutcome, "'not-paid', or { paid } with a transaction ID", "'not-paid'");

const NEW_ROW = {
  ...({ state: 'pending', anchor: null, card: null, period: 0, periodStart: null, orderCode: null } as const),
  ...{ isSent: false, declines: 0, needsCard: false, checks: 0, isCanceled: false, pausedAt: null },
  ...{ attemptedAt: null, declinedAt: null, linkAt: null, pauses: [], paidAt: null, missed: null },
  ...{ unpaidPeriod: null, endReason: null },
};

/** Time after which an unpaid first order is looked at, if no webhook reported its payment. */
const FIRST_CHECK_MS = 60_000;

/**
 * Subscriptions in the database of your application: one charge for each period, in any number of processes, through crashes and lost
 * responses. Call {@link runDue} regularly.
 */
@Injectable()
@ReliesOnPayEvents('subscriptions')
export class PaySubscriptions implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('PaySubscriptions');
  readonly #options: ReturnType<typeof readOptions>;
  readonly #store: SubscriptionStore;
  #started: { wallet: PayWallet; step: SubscriptionStep } | null = null;
  #run: { stop(): void; ended: Promise<PaySubscriptionsReport> } | null = null;

  /** @throws RangeError that names each invalid option. */
  constructor(
    @Inject(PAY_SUBSCRIPTIONS_OPTIONS) options: PaySubscriptionsOptions,
    private readonly accounts: PayAccounts,
    private readonly handlers: JobHandlers,
  ) {
    this.#options = readOptions(options);
    this.#store = new SubscriptionStore(this.#options.sql);
  }

  /** Creates the tables. @throws PayWiringError if PayModule lacks what charges need. */
  async onApplicationBootstrap(): Promise<void> {
    const dispatch = this.handlers.find(SubscriptionSubscriber, 'OnPaySubscription');
    const account = this.accounts.getOrThrow(this.#options.account, 'PaySubscriptionsModule');
    const risk = 'a period cannot be charged only once';
    const idempotency = requireIdempotency('PaySubscriptionsModule', account, 'wallet', risk);
    await requireOwnTables('PaySubscriptionsModule', this.accounts, account, this.#options.sql);
    const wallet = account.areaOf(PayWallet, 'wallet');
    await this.#store.migrate(this.#options.migrate, SUBSCRIPTION_MIGRATIONS);
    const step = new SubscriptionStep(this.#store, wallet, idempotency, dispatch, this.#options);
    this.#started = { wallet, step };
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#run?.stop();
    await this.#run?.ended.catch(() => undefined);
  }

  /**
   * Creates a subscription and its first order. Redirect the customer to `checkoutUrl`: the payment saves the card and starts the first
   * period. With a trial, the customer only verifies the card there. A repeated call with the ID of a subscription that waits for this
   * payment returns the same address.
   *
   * @param options.amount - Price of each period, in minor units.
   * @throws PaySubscriptionError `invalid`, which names each invalid option, or `already-started`. PayError if the order could not be
   *   created.
   * @example
   * const { checkoutUrl } = await subscriptions.subscribe({ id: 'member-17', amount: 990, interval: 'month', timeZone: 'Europe/Athens' });
   */
  async subscribe(options: PaySubscribeOptions): Promise<PaySubscription & { checkoutUrl: string }> {
    requireValid(SUBSCRIBE_RULES, options);
    const { id, trialDays = 0, amount } = options;
    const existing = await this.#store.get(id);
    if (existing === null || existing.endReason === 'not_started') {
      const row = { ...NEW_ROW, ...options, periodAmount: amount, dueAt: this.#now() + FIRST_CHECK_MS };
      const first = trialDays > 0 ? { amount: 0, isCardVerification: true } : { amount };
      const created = await this.#ready.wallet.payments.createOrder(orderOptions(row, first));
      await this.#store.insert({ ...row, orderCode: unwrap(created).orderCodeText });
    }
    const subscription = await this.get(id);
    if (subscription?.state !== 'pending' || subscription.checkoutUrl === null)
      throw new PaySubscriptionError(
        'already-started',
        `id must be new: the subscription '${id}' has already started`,
      );
    return { ...subscription, checkoutUrl: subscription.checkoutUrl };
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
    const run = new SubscriptionRun(this.#store, this.#ready.step, now.getTime(), this.#options);
    if (this.#run !== null) return { ...run.report, status: 'busy' };
    this.#run = { stop: () => run.stop(), ended: run.run() };
    try {
      return await this.#run.ended;
    } finally {
      this.#run = null;
    }
  }

  /** Reads a subscription. Resolves with null if it does not exist. */
  async get(id: string): Promise<PaySubscription | null> {
    const row = await this.#store.get(id);
    return row && subscriptionOf(row, this.#ready.wallet);
  }

  /**
   * Lists subscriptions that did not end, the one whose next step is due first at the beginning.
   *
   * @param limit - Maximum number of subscriptions.
   * @example const pastDue = (await this.subscriptions.list()).filter(({ state }) => state === 'past_due');
   */
  async list(limit = 100): Promise<PaySubscription[]> {
    const { wallet } = this.#ready;
    return (await this.#store.listRunning(limit)).map((row) => subscriptionOf(row, wallet));
  }

  /** Lists the paid periods of a subscription, the first one first. */
  charges(id: string): Promise<PaySubscriptionCharge[]> {
    return this.#store.charges(id);
  }

  /**
   * Changes the price. It applies to the next period that no charge was attempted for.
   *
   * @param amount - Minor units.
   * @throws PaySubscriptionError `invalid`, `not-found` or `ended`.
   */
  async changePrice(id: string, amount: number): Promise<PaySubscription> {
    requireValid({ amount: AMOUNT }, { amount });
    return this.#update(id, () => ({ amount }));
  }

  /** Stops charges until {@link resume}. A charge that was already sent is still recorded. @throws PaySubscriptionError `not-found` or `ended`. */
  pause(id: string): Promise<PaySubscription> {
    return this.#update(id, ({ pausedAt }) => ({ pausedAt: pausedAt ?? this.#now() }));
  }

  /**
   * Continues a paused subscription, and takes back a cancellation that has not taken effect. Periods that started during the pause
   * are not charged: the next one starts on its usual day.
   *
   * @throws PaySubscriptionError `not-found` or `ended`.
   */
  resume(id: string): Promise<PaySubscription> {
    return this.#update(id, (row) => afterPause(row, this.#now()));
  }

  /**
   * Answers the event `missed` of `missedPeriods: 'ask'`: charges the missed periods, one on each day, or leaves them out.
   *
   * @throws PaySubscriptionError `invalid`, `not-found`, `ended` or `nothing-missed`.
   * @example await subscriptions.answerMissed('member-17', 'skip');
   */
  async answerMissed(id: string, answer: 'collect' | 'skip'): Promise<PaySubscription> {
    requireValid({ answer: required(oneOf('collect', 'skip'), "pass 'collect' or 'skip'") }, { answer });
    return this.#update(id, ({ missed }) => {
      if (missed !== 'ask')
        throw new PaySubscriptionError(
          'nothing-missed',
          `The subscription '${id}' waits for no answer: call answerMissed() after its event 'missed'`,
        );
      return { missed: answer, dueAt: this.#now() };
    });
  }

  /**
   * Records what a person found out about a period whose charge waits, because the service does not list the payments of the card, or
   * because its outcome stays unknown. The log names the subscription and the period. Look into the banking app first.
   *
   * @param period - Period of the log's message, which must be the present one.
   * @param outcome - `{ paid }` with the ID of the payment, which is read and recorded. `'not-paid'` lets the card be charged once
   *   without a look at the list, so be certain.
   * @throws PaySubscriptionError `invalid`, `not-found`, or `in-progress` if the period is being charged or was charged, or is not
   *   the present one.
   *   PayError if the payment cannot be read.
   * @example await subscriptions.resolve('member-17', 3, 'not-paid');
   */
  async resolve(
    id: string,
    period: number,
    outcome: 'not-paid' | { paid: string },
  ): Promise<PaySubscription> {
    requireValid({ outcome: OUTCOME }, { outcome });
    const { step } = this.#ready;
    const now = this.#now();
    const [row] = await this.#store.claim(now, this.#options.leaseMs, { id });
    let isResolved = false;
    try {
      isResolved = row !== undefined && (await step.resolve(row, period, outcome, now));
    } finally {
      if (row !== undefined) await step.release(row);
    }
    const subscription = await this.get(id);
    if (subscription === null) throw notFound(id);
    if (isResolved) return subscription;
    throw new PaySubscriptionError(
      'in-progress',
      `Period ${period} of the subscription '${id}' is being charged or was charged, or is not the present one: call runDue(), then read it again with get()`,
    );
  }

  /**
   * Ends a subscription: at the end of the paid period or of the trial, or at once. The next run records it and emits `ended`. An open
   * order is canceled.
   *
   * @throws PaySubscriptionError `invalid`, `not-found` or `ended`.
   */
  async cancel(
    id: string,
    { at = 'period_end' }: { at?: 'period_end' | 'now' } = {},
  ): Promise<PaySubscription> {
    requireValid({ at: oneOf('period_end', 'now') }, { at });
    return this.#update(id, ({ pausedAt, dueAt }) => ({
      isCanceled: true,
      ...((at === 'now' || pausedAt !== null || dueAt === null) && { dueAt: this.#now() }),
    }));
  }

  /** Records the payment of an open order. @internal */
  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  paid({ data }: PaymentCreatedEvent): BackgroundWork {
    return this.#inBackground(data.OrderCodeText, this.#recordPayment(data));
  }

  /** Notices a refund. @internal */
  @OnPayEvent(PayEventType.TransactionReversalCreated)
  reversed({ data }: ReversalCreatedEvent): BackgroundWork {
    return this.#inBackground(data.OrderCodeText, this.#ready.step.notice(data.OrderCodeText));
  }

  /** In PGlite, the inbox's transaction blocks other statements, so handlers do not wait. */
  #inBackground(orderCode: string, work: Promise<void>): BackgroundWork {
    return new BackgroundWork(
      work.catch((error: unknown) => {
        this.#logger.warn(`order ${orderCode} waits for the next run: ${describeThrown(error).message}`);
      }),
    );
  }

  async #recordPayment(data: PaymentCreatedEvent['data']): Promise<void> {
    const { TransactionId: transactionId, OrderCodeText: orderCode, Amount, CurrencyCode, InsDate } = data;
    const chargedAt = serviceTime(InsDate ?? '');
    // Without its time or amount, the next run reads the payment.
    if (chargedAt === null || Amount === undefined || CurrencyCode == null) return;
    const { step } = this.#ready;
    const [row] = await this.#store.claim(this.#now(), 10_000, { orderCode });
    if (row === undefined) return step.notice(orderCode);
    const payment = { transactionId, amount: toMinorUnits(Amount, CurrencyCode), chargedAt };
    await step.recordOrder(row, payment, orderCode);
  }

  async #update(
    id: string,
    patchOf: (row: SubscriptionRow) => Partial<SubscriptionRow>,
  ): Promise<PaySubscription> {
    const row = await this.#store.changeRow(id, null, (present) => {
      if (present.state === 'ended')
        throw new PaySubscriptionError(
          'ended',
          `The subscription '${id}' has ended: start another one with subscribe()`,
        );
      const changed = { ...present, ...patchOf(present) };
      return { row: changed, result: changed };
    });
    if (row === null) throw notFound(id);
    return subscriptionOf(row, this.#ready.wallet);
  }

  #now(): number {
    return (this.#options.sql.now() ?? new Date()).getTime();
  }

  get #ready() {
    if (this.#started === null)
      throw new PayWiringError('PaySubscriptions is used before the application has started.');
    return this.#started;
  }
}

const notFound = (id: string): PaySubscriptionError =>
  new PaySubscriptionError('not-found', `There is no subscription '${id}'`);

/** @throws PaySubscriptionError `invalid`. */
function requireValid(rules: OptionRules, values: object): void {
  const problems = checkOptions(rules, { ...values }, { parent: '' });
  if (problems.length > 0) throw new PaySubscriptionError('invalid', problemsText(problems));
}
