import { PayDataServices } from '../../areas/data-services/data-services.js';
import type { SaleTransactionRow } from '../../areas/data-services/data-services.types.js';
import { PayPayments } from '../../areas/payments/payments.js';
import type { LegacyTransaction } from '../../areas/transactions/legacy-transaction.types.js';
import { PayTransactions } from '../../areas/transactions/transactions.js';
import { describeThrown, isInstance } from '../../core/values/describe-thrown.js';
import { hideSecrets } from '../../core/values/redaction.js';
import type { PayDelivery } from '../../inbox/pay-inbox.js';
import type { PayAccount } from '../accounts/pay-accounts.js';
import { deliveryOf } from '../webhooks/delivery.js';
import { PayWebhookException } from '../webhooks/pay-webhook.exception.js';
import type { PayWebhookReceiver } from '../webhooks/pay-webhook.receiver.js';
import type { WebhookRoute } from '../webhooks/pay-webhook.routes.js';
import { eventOfOrder, eventOfRow, eventOfTransaction } from './missed-events.js';
import type { MissedEvent } from './missed-events.js';
import type { Looks } from './looks.js';
import { ReadBudget, ReadsEnded } from './read-budget.js';
import type { PayReconcileReport, PayReconcileWindow } from './reconcile.types.js';
import type { PassedOn } from './passed-on.js';

const PAGE_SIZE = 100;
const CLIENT = 'wallet';

/** What a run works with. */
export interface RunParts {
  account: PayAccount;
  route: WebhookRoute;
  receiver: PayWebhookReceiver;
  passedOn: PassedOn;
  looks: Looks;
  maxReads: number;
  /** Transactions that were made before are left alone. */
  notBefore: number;
}

/** One run: reads orders one after another and hands what they went through to the endpoint's inbox. */
export class ReconcileRun {
  readonly report: PayReconcileReport = {
    status: 'done',
    orders: 0,
    left: 0,
    reads: 0,
    events: { handled: 0, stored: 0, duplicate: 0, ignored: 0 },
    tooOld: 0,
    failures: [],
  };
  readonly #tooOld = new Set<string>();
  readonly #budget: ReadBudget;

  constructor(private readonly parts: RunParts) {
    this.#budget = new ReadBudget(parts.maxReads);
  }

  /** The orders of a window's transactions that no earlier run has passed on. */
  async ordersIn({ from, to = new Date(), dataServices }: PayReconcileWindow): Promise<string[]> {
    const { account } = this.parts;
    const area = dataServices ?? account.areaOf(PayDataServices, CLIENT);
    const period = { insDateFrom: from.toISOString(), insDateTo: to.toISOString() };
    const codes = new Set<string>();
    const ended = await this.#reporting(null, async () => {
      let before: string | undefined;
      for (let Page = 1; ; Page++) {
        const query = { Page, PageSize: PAGE_SIZE, OrderBy: 'Ascending' as const };
        const { data: rows } = await this.#budget.read(() => area.searchTransactions(period, query));
        const [first] = rows;
        // A page that begins as the one before: the service does not part its answer into pages.
        if (first === undefined || first.transactionId === before) return;
        before = first.transactionId;
        for (const row of rows) if (this.#isNews(row)) codes.add(row.orderCodeText);
      }
    });
    if (ended === 'ended')
      this.report.failures.push({
        orderCode: null,
        message: 'the window was not read to its end: no reads were left',
      });
    return [...codes];
  }

  /** Looks at orders until the reads end. */
  async lookAt(orderCodes: readonly string[]): Promise<void> {
    for (const [index, orderCode] of orderCodes.entries()) {
      const ended = await this.#reporting(orderCode, () => this.#lookAtOrder(orderCode));
      if (ended === 'ended') {
        this.report.left = orderCodes.length - index;
        break;
      }
      this.report.orders++;
      this.parts.looks.note(orderCode);
    }
  }

  /** What it came to. */
  end(): PayReconcileReport {
    const { used, isServiceAway } = this.#budget;
    const status = isServiceAway ? 'stopped' : 'done';
    return { ...this.report, reads: used, status, tooOld: this.#tooOld.size };
  }

  async #lookAtOrder(orderCode: string): Promise<void> {
    const { account } = this.parts;
    // An order that nobody tried to pay can expire, too.
    const found = await this.#budget.find(() =>
      account.areaOf(PayTransactions, CLIENT).getLegacyTransactions(undefined, { orderCode }),
    );
    for (const transaction of [...(found?.Transactions ?? [])].sort(byTime)) {
      const event = eventOfTransaction(transaction);
      const news = event === null ? null : this.#newsOf(event, transaction.InsDate);
      if (news !== null) await this.#passOn(orderCode, news);
    }
    const readAt = new Date();
    const order = await this.#budget.read(() => account.areaOf(PayPayments, CLIENT).getOrder(orderCode));
    const event = eventOfOrder(order, readAt);
    const news = event === null ? null : this.#newsOf(event);
    if (news !== null) await this.#passOn(orderCode, news);
  }

  /** The delivery of an event that no earlier run has passed on; null also where the inbox may have forgotten it. */
  #newsOf(event: MissedEvent, madeAt?: string): PayDelivery | null {
    const { route, passedOn, notBefore } = this.parts;
    const delivery = deliveryOf(event, route, { source: 'reconcile', signed: false });
    if (passedOn.has(delivery.key)) return null;
    if (madeAt === undefined || Date.parse(madeAt) >= notBefore) return delivery;
    this.#tooOld.add(delivery.key);
    return null;
  }

  /** Through the endpoint's own inbox: what a webhook brought is known there, and what is passed on is known to it. */
  async #passOn(orderCode: string, delivery: PayDelivery): Promise<void> {
    const { route, receiver, passedOn } = this.parts;
    await this.#reporting(orderCode, async () => {
      const outcome = await receiver.receive(delivery, route, null);
      this.report.events[outcome]++;
      // To confirm it, it was read once more.
      if (outcome === 'handled') this.#budget.spend();
      passedOn.note(delivery.key, outcome);
    });
  }

  #isNews(row: SaleTransactionRow): boolean {
    const event = eventOfRow(row);
    return event !== null && this.#newsOf(event, row.insDate) !== null;
  }

  /** Notes what failed, so that the next order has its turn. */
  async #reporting(orderCode: string | null, work: () => Promise<void>): Promise<'ended' | undefined> {
    try {
      await work();
    } catch (error) {
      if (isInstance(error, ReadsEnded)) return 'ended';
      const message = detailOf(error);
      this.report.failures.push({ orderCode, message });
    }
    return undefined;
  }
}

function byTime(a: LegacyTransaction, b: LegacyTransaction): number {
  return Date.parse(a.InsDate) - Date.parse(b.InsDate);
}

/** Prefers the detail of a refusal, which is for the log. Its message is for the sender. */
export function detailOf(thrown: unknown): string {
  return isInstance(thrown, PayWebhookException)
    ? hideSecrets(thrown.detail)
    : describeThrown(thrown).message;
}
