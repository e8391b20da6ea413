import { PayDataServices } from '../../areas/data-services/data-services.js';
import type { SaleTransactionRow } from '../../areas/data-services/data-services.types.js';
import { PayPayments } from '../../areas/payments/payments.js';
import type { LegacyTransaction } from '../../areas/transactions/legacy-transaction.types.js';
import { PayTransactions } from '../../areas/transactions/transactions.js';
import type { PayAccount } from '../accounts/pay-account.js';
import { deliveryOf } from '../webhooks/delivery.js';
import type { PayWebhookReceiver } from '../webhooks/pay-webhook.receiver.js';
import type { WebhookRoute } from '../webhooks/pay-webhook.routes.js';
import { eventOfOrder, eventOfRow, eventOfTransaction } from './missed-events.js';
import type { MissedEvent } from './missed-events.js';
import { ReadBudget, ReadFailed, ReadsEnded } from './read-budget.js';
import type { PayReconcileReport, PayReconcileWindow } from './reconcile.types.js';
import type { Reconciled } from './reconciled.js';

const PAGE_SIZE = 100;
const CLIENT = 'wallet';

/** What a run works with. */
export interface RunParts {
  account: PayAccount;
  route: WebhookRoute;
  receiver: PayWebhookReceiver;
  /** What earlier runs looked at. */
  reconciled: Reconciled;
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
    failures: [],
  };
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
        for (const row of rows) if (await this.#isNews(row)) codes.add(row.orderCodeText);
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
      this.parts.reconciled.noteLook(orderCode);
    }
  }

  /** What it came to. */
  end(): PayReconcileReport {
    const { used, isServiceAway } = this.#budget;
    return { ...this.report, reads: used, status: isServiceAway ? 'stopped' : 'done' };
  }

  async #lookAtOrder(orderCode: string): Promise<void> {
    const { account, notBefore } = this.parts;
    const { Transactions } = await this.#budget.read(() =>
      account.areaOf(PayTransactions, CLIENT).getLegacyTransactions(undefined, { orderCode }),
    );
    const recent = Transactions.filter(({ InsDate }) => Date.parse(InsDate) >= notBefore);
    for (const transaction of recent.sort(byTime))
      await this.#passOn(orderCode, eventOfTransaction(transaction));
    const order = await this.#budget.read(() => account.areaOf(PayPayments, CLIENT).getOrder(orderCode));
    await this.#passOn(orderCode, eventOfOrder(order));
  }

  /** Through the endpoint's own inbox: what a webhook brought is known there, and what is passed on is known to it. */
  async #passOn(orderCode: string, event: MissedEvent | null): Promise<void> {
    if (event === null) return;
    const { route, receiver, reconciled } = this.parts;
    const delivery = deliveryOf(event, route, { source: 'reconcile', signed: false });
    if (await reconciled.has(delivery.key)) return;
    await this.#reporting(orderCode, async () => {
      const outcome = await receiver.receive(delivery, route, null);
      this.report.events[outcome]++;
      // To confirm it, it was read once more.
      if (outcome === 'handled') this.#budget.spend();
      await reconciled.add(delivery.key);
    });
  }

  async #isNews(row: SaleTransactionRow): Promise<boolean> {
    const { route, reconciled, notBefore } = this.parts;
    const event = eventOfRow(row);
    if (event === null || Date.parse(row.insDate) < notBefore) return false;
    const { key } = deliveryOf(event, route, { source: 'reconcile', signed: false });
    return !(await reconciled.has(key));
  }

  /** Notes what failed, so that the next order has its turn. */
  async #reporting(orderCode: string | null, work: () => Promise<void>): Promise<'ended' | undefined> {
    try {
      await work();
    } catch (error) {
      if (error instanceof ReadsEnded) return 'ended';
      const message = error instanceof ReadFailed ? error.message : describe(error);
      this.report.failures.push({ orderCode, message });
    }
    return undefined;
  }
}

function byTime(a: LegacyTransaction, b: LegacyTransaction): number {
  return Date.parse(a.InsDate) - Date.parse(b.InsDate);
}

/** Of a refusal the part that is for the log. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'detail' in error && typeof error.detail === 'string' ? error.detail : error.message;
}
