import { DAY_MS, HOUR_MS } from '../../core/values/durations.js';
import { PayDataServices } from '../../areas/data-services/data-services.js';
import { OrderState, TransactionStatus } from '../../areas/coded-values.generated.js';
import { PayPayments } from '../../areas/payments/payments.js';
import { PayTransactions } from '../../areas/transactions/transactions.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { systemClock } from '../../core/values/clock.js';
import { describeThrown, isInstance } from '../../core/values/describe-thrown.js';
import { hideSecrets } from '../../core/values/redaction.js';
import type { PayDelivery } from '../../webhooks/delivery.types.js';
import type { PayAccount } from '../accounts/pay-accounts.js';
import { RecentMap } from '../../core/values/recent-map.js';
import { getOrAdd } from '../../core/values/get-or-add.js';
import {
  notedPayments,
  reversalOf,
  reversedOrders,
} from '../../webhooks/confirmation/reversed-by-service.js';
import { createDelivery } from '../../webhooks/parse-delivery.js';
import { traceReceiving } from '../webhooks/event-tracing.js';
import { PayWebhookException } from '../webhooks/pay-webhook.exception.js';
import type { PayWebhookProcessor } from '../webhooks/pay-webhook.processor.js';
import type { WebhookRoute } from '../webhooks/pay-webhook.routes.js';
import { eventOfOrder, eventOfRead, eventOfRow, eventOfTransaction } from './missed-events.js';
import type { MissedEvent } from './missed-events.js';
import { newReport } from './reconcile.types.js';
import type { PayReconcileReport, PayReconcileWindow } from './reconcile.types.js';
import type { LegacyTransaction, SaleTransactionRow } from '../../areas/results.generated.js';

const PAGE_SIZE = 100;
const CLIENT = 'wallet';
const MAX_REMEMBERED = 100_000;
/** Events have about 2 kB each. */
const MAX_STORED = 10_000;
/** After this number of failed reads in a row, a run stops. */
const MAX_FAILURES_IN_A_ROW = 3;

const INCOMPLETE_LIST =
  'the list of its transactions lacks a payment that the service has, or the order is paid and the list has no payment. ' +
  'Reconcile the order again later. A payment by bank transfer (RF code) has no transaction';

type Outcome = keyof PayReconcileReport['events'];

/** How long later runs skip an event, by its outcome. */
const SKIP_MS: Readonly<Record<Outcome, number>> = {
  handled: 25 * HOUR_MS,
  ignored: 25 * HOUR_MS,
  // An earlier run may have stored the event, and it may not be confirmed yet.
  duplicate: HOUR_MS,
  // The service may still deny a stored event, because its reads can lag behind: a later run delivers the event again, without a read.
  stored: 0,
};

/** Remembers what earlier runs of an endpoint did, to save reads. Only the inbox knows which events were handled. */
export class ReconcileMemory {
  /** By key of the event: the time until which later runs skip it. */
  readonly #skipUntil = new RecentMap<number>(
    systemClock,
    Math.max(...Object.values(SKIP_MS)),
    MAX_REMEMBERED,
  );
  /** By key: events that an earlier run has stored, as they were delivered. */
  readonly #stored = new RecentMap<{ event: MissedEvent; madeAt: string | undefined }>(
    systemClock,
    SKIP_MS.handled,
    MAX_STORED,
  );
  /** By order code: the number of the read, which increases with each read. */
  readonly #lastRead = new RecentMap<number>(systemClock, Infinity, MAX_REMEMBERED);
  #reads = 0;

  isSkipped(key: string): boolean {
    return (this.#skipUntil.get(key) ?? 0) > systemClock.now();
  }

  noteOutcome(key: string, outcome: Outcome, event: MissedEvent, madeAt: string | undefined): void {
    if (outcome === 'stored') this.#stored.set(key, { event, madeAt });
    else this.#skipUntil.set(key, systemClock.now() + SKIP_MS[outcome]);
  }

  /** Returns an event that an earlier run has stored. */
  storedEvent(key: string): { event: MissedEvent; madeAt: string | undefined } | undefined {
    return this.#stored.get(key);
  }

  noteRead(orderCode: string): void {
    this.#lastRead.set(orderCode, ++this.#reads);
  }

  /** Sorts orders that were never read first, then orders by their last read, oldest first. */
  sorted(orderCodes: Iterable<string>): string[] {
    const lastReadOf = (orderCode: string): number => this.#lastRead.get(orderCode) ?? 0;
    return [...orderCodes].sort((a, b) => lastReadOf(a) - lastReadOf(b));
  }
}

/** A read failed. The run reports it and continues. */
class ReadFailed extends Error {}
/** The run has no reads left, or the service fails. */
class ReadsEnded extends Error {}

/** Counts the reads of a run and ends them at the limit, or when the service fails several times in a row. */
class ReadBudget {
  /** Includes the reads with which the inbox confirmed events. */
  used = 0;
  #failuresInARow = 0;

  constructor(private readonly max: number) {}

  get isServiceFailing(): boolean {
    return this.#failuresInARow >= MAX_FAILURES_IN_A_ROW;
  }

  /** @throws ReadFailed if the read fails, ReadsEnded if no reads are left. */
  async read<Data>(send: () => Promise<MethodReturn<Data>>): Promise<Data> {
    const result = await this.#send(send);
    if (result.success) return result.data;
    throw new ReadFailed(result.message);
  }

  /** Reads like `read`, but resolves with null if the resource does not exist. */
  async find<Data>(send: () => Promise<MethodReturn<Data>>): Promise<Data | null> {
    const result = await this.#send(send);
    if (result.success) return result.data;
    if (result.code === 'notfound') return null;
    throw new ReadFailed(result.message);
  }

  async #send<Data>(send: () => Promise<MethodReturn<Data>>): Promise<MethodReturn<Data>> {
    if (this.isServiceFailing || this.used >= this.max) throw new ReadsEnded();
    this.used++;
    const result = await send();
    const hasResponse = result.success || result.code === 'notfound';
    this.#failuresInARow = hasResponse ? 0 : this.#failuresInARow + 1;
    return result;
  }
}

/** Settings of a run. */
interface RunSettings {
  account: PayAccount;
  route: WebhookRoute;
  processor: PayWebhookProcessor;
  memory: ReconcileMemory;
  maxReads: number;
  /** Transactions made before this time are skipped. */
  notBefore: number;
}

/** One run: reads orders one after another and gives their events to the inbox of the endpoint. */
export class ReconcileRun {
  readonly report = newReport();
  readonly #tooOld = new Set<string>();
  /** Transactions that the search found, by order. */
  readonly #found = new Map<string, Set<string>>();
  readonly #budget: ReadBudget;

  constructor(private readonly settings: RunSettings) {
    this.#budget = new ReadBudget(settings.maxReads);
  }

  /** Returns the orders of a window that have a transaction whose event no earlier run has delivered. */
  async findOrders({ from, to = new Date(), dataServices }: PayReconcileWindow): Promise<string[]> {
    const area = dataServices ?? this.settings.account.areaOf(PayDataServices, CLIENT);
    const period = { insDateFrom: from.toISOString(), insDateTo: to.toISOString() };
    const ended = await this.#reportFailure(null, () => this.#searchPages(area, period));
    if (ended === 'ended')
      this.report.failures.push({
        orderCode: null,
        message: 'no reads were left to search the whole window: raise maxReads, or choose a shorter window',
      });
    return [...this.#found.keys()];
  }

  /** Returns the orders with a reversal by the service that was handled within the last day. */
  async findReversed(): Promise<string[]> {
    const codes: string[] = [];
    await this.#reportFailure(null, async () => {
      codes.push(...(await reversedOrders(this.settings.route, Date.now() - DAY_MS)));
    });
    return codes;
  }

  /** Reads orders until no reads are left. */
  async readOrders(orderCodes: readonly string[]): Promise<void> {
    for (const [index, orderCode] of orderCodes.entries()) {
      const ended = await this.#reportFailure(orderCode, () => this.#readOrder(orderCode));
      if (ended === 'ended') {
        this.report.left = orderCodes.length - index;
        break;
      }
      this.report.orders++;
      this.settings.memory.noteRead(orderCode);
    }
  }

  /** Returns the report of the finished run. */
  finish(): PayReconcileReport {
    const { used, isServiceFailing } = this.#budget;
    const status = isServiceFailing ? 'stopped' : 'done';
    return { ...this.report, reads: used, status, tooOld: this.#tooOld.size };
  }

  async #searchPages(
    area: PayDataServices,
    period: { insDateFrom: string; insDateTo: string },
  ): Promise<void> {
    let firstOfPreviousPage: string | undefined;
    for (let Page = 1; ; Page++) {
      const query = { Page, PageSize: PAGE_SIZE, OrderBy: 'Ascending' as const };
      const { data: rows } = await this.#budget.read(() => area.searchTransactions(period, query));
      const [first] = rows;
      // A page that begins like the previous one means that the service ignores the page number.
      if (first === undefined || first.transactionId === firstOfPreviousPage) return;
      firstOfPreviousPage = first.transactionId;
      for (const row of rows) if (await this.#isNew(row)) this.#note(row);
    }
  }

  /** Whether the order of a row must be read. An event that an earlier run has stored is delivered again instead. */
  async #isNew(row: SaleTransactionRow): Promise<boolean> {
    const event = eventOfRow(row);
    const delivery = event === null ? null : this.#deliveryOf(event, row.insDate);
    if (delivery === null) return false;
    const stored = this.settings.memory.storedEvent(delivery.key);
    if (stored === undefined) return true;
    await this.#deliver(row.orderCodeText, stored.event, stored.madeAt);
    return false;
  }

  #note({ orderCodeText, transactionId }: SaleTransactionRow): void {
    getOrAdd(this.#found, orderCodeText, () => new Set()).add(transactionId.toLowerCase());
  }

  async #readOrder(orderCode: string): Promise<void> {
    const { account } = this.settings;
    // An order without transactions can expire, too.
    const found = await this.#budget.find(() =>
      account.areaOf(PayTransactions, CLIENT).getLegacyTransactions(undefined, { orderCode }),
    );
    const transactions = found?.Transactions ?? [];
    for (const transaction of [...transactions].sort(byTime))
      await this.#deliver(orderCode, eventOfTransaction(transaction), transaction.InsDate);
    const known = await this.#readUnlisted(orderCode, transactions);
    const readAt = new Date();
    const order = await this.#budget.read(() => account.areaOf(PayPayments, CLIENT).getOrder(orderCode));
    // The service has returned an empty list for paid orders, so a list without a payment never means that there is none.
    const hasPayment =
      known.count > 0 || transactions.some(({ StatusId }) => StatusId !== TransactionStatus.Error);
    if (known.isListIncomplete || (order.StateId === OrderState.Paid && !hasPayment))
      throw new ReadFailed(INCOMPLETE_LIST);
    const isInProgress = transactions.some(({ StatusId }) => StatusId === TransactionStatus.Active);
    if (order.StateId !== OrderState.Expired || !isInProgress)
      await this.#deliver(orderCode, eventOfOrder(order, readAt));
  }

  /** Reads the known transactions by their IDs that the list of their order lacks. A handled payment that has vanished was reversed. */
  async #readUnlisted(
    orderCode: string,
    listed: readonly LegacyTransaction[],
  ): Promise<{ count: number; isListIncomplete: boolean }> {
    const { account, route } = this.settings;
    const payments = await notedPayments(orderCode, route);
    const known = new Set(payments.map(({ TransactionId }) => TransactionId));
    for (const id of this.#found.get(orderCode) ?? []) known.add(id);
    for (const { TransactionId } of listed) known.delete(TransactionId.toLowerCase());
    let isListIncomplete = false;
    for (const id of known) {
      const read = await this.#budget.find(() =>
        account.areaOf(PayTransactions, CLIENT).getTransactionById(id),
      );
      const payment = payments.find(({ TransactionId }) => TransactionId === id);
      isListIncomplete ||= read !== null;
      if (read !== null) await this.#deliver(orderCode, eventOfRead(id, read), read.insDate);
      else if (payment !== undefined) {
        if (!this.report.contested.includes(orderCode)) this.report.contested.push(orderCode);
        await this.#deliver(orderCode, reversalOf(payment));
      }
    }
    return { count: payments.length, isListIncomplete };
  }

  /** Gives an event to the endpoint's own inbox, which recognizes duplicates of webhooks. */
  async #deliver(orderCode: string, event: MissedEvent | null, madeAt?: string): Promise<void> {
    const delivery = event === null ? null : this.#deliveryOf(event, madeAt);
    if (delivery === null) return;
    const { route, processor, memory } = this.settings;
    await this.#reportFailure(orderCode, async () => {
      const outcome = await traceReceiving(delivery, (one) => processor.receive(one, route, null));
      this.report.events[outcome]++;
      if (outcome === 'handled') this.#budget.used++;
      if (event !== null) memory.noteOutcome(delivery.key, outcome, event, madeAt);
    });
  }

  /** Returns the delivery of an event; null if an earlier run has delivered it, or if the inbox may have forgotten it. */
  #deliveryOf(event: MissedEvent, madeAt?: string): PayDelivery | null {
    const { route, memory, notBefore } = this.settings;
    const delivery = createDelivery({ ...event, idempotencyKey: '' }, route, {
      source: 'reconcile',
      signed: false,
    });
    if (memory.isSkipped(delivery.key)) return null;
    if (madeAt === undefined || Date.parse(madeAt) >= notBefore) return delivery;
    this.#tooOld.add(delivery.key);
    return null;
  }

  /** Adds a failure to the report, so that the run continues with the next order. */
  async #reportFailure(orderCode: string | null, work: () => Promise<void>): Promise<'ended' | undefined> {
    try {
      await work();
    } catch (error) {
      if (isInstance(error, ReadsEnded)) return 'ended';
      this.report.failures.push({ orderCode, message: detailOf(error) });
    }
    return undefined;
  }
}

function byTime(a: LegacyTransaction, b: LegacyTransaction): number {
  return Date.parse(a.InsDate) - Date.parse(b.InsDate);
}

/** Returns the detail of a refusal, which is for the log. Its message is for the sender. */
export function detailOf(thrown: unknown): string {
  return isInstance(thrown, PayWebhookException)
    ? hideSecrets(thrown.detail)
    : describeThrown(thrown).message;
}
