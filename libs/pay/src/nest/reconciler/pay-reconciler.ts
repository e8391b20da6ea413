import { Injectable, Logger } from '@nestjs/common';
import { readOrderCode } from '../../core/values/order-code.js';
import type { PayAccount } from '../accounts/pay-accounts.js';
import { PayAccounts } from '../accounts/pay-accounts.js';
import { PayWiringError } from '../pay.exceptions.js';
import { PayWebhookExplorer } from '../webhooks/pay-webhook.explorer.js';
import { PayWebhookReceiver } from '../webhooks/pay-webhook.receiver.js';
import { PayWebhookRoutes } from '../webhooks/pay-webhook.routes.js';
import type { WebhookRoute } from '../webhooks/pay-webhook.routes.js';
import { detailOf, ReconcileRun } from './reconcile-run.js';
import type {
  OrderCodes,
  PayOpenOrders,
  PayReconcileOptions,
  PayReconcileReport,
} from './reconcile.types.js';
import { Looks } from './looks.js';
import { PassedOn } from './passed-on.js';

const DEFAULT_MAX_READS = 500;
const HOUR = 3_600_000;
/** How long an inbox remembers that does not say. */
const RETENTION_MS = 25 * HOUR;
/** Failures that a run logs one by one. */
const MAX_LOGGED = 5;

/**
 * Asks the service what its webhooks did not bring: they can be lost, and of an order that expires it sends none. What it
 * finds goes through the endpoint's inbox to the `@OnPayEvent()` handlers, marked `source: 'reconcile'`; what a webhook has
 * brought is known there, and a webhook that comes later is a repeat.
 */
@Injectable()
export class PayReconciler {
  readonly #logger = new Logger('PayReconciler');
  /** What earlier runs of an endpoint leave to the next one. */
  readonly #earlier = new Map<string, { passedOn: PassedOn; looks: Looks }>();
  readonly #running = new Set<string>();

  constructor(
    private readonly accounts: PayAccounts,
    private readonly explorer: PayWebhookExplorer,
    private readonly routes: PayWebhookRoutes,
    private readonly receiver: PayWebhookReceiver,
  ) {}

  /**
   * Makes one run. Call it from a job of your own: with `@nestjs/schedule`, from a queue or from cron. While one is under
   * way in this process, another of the same endpoint answers `busy`. What fails stands in the report and in the log.
   *
   * @throws PayWiringError when the account or its endpoint is not there, or not said.
   */
  async reconcile(options: PayReconcileOptions): Promise<PayReconcileReport> {
    const account = this.#account(options.account);
    const route = this.#route(account, options.endpoint);
    const { retentionMs = RETENTION_MS } = route.inbox;
    const { maxReads = DEFAULT_MAX_READS, maxAgeMs = retentionMs - HOUR } = options;
    const earlier = this.#earlier.get(route.name) ?? { passedOn: new PassedOn(), looks: new Looks() };
    this.#earlier.set(route.name, earlier);
    const notBefore = Date.now() - maxAgeMs;
    const { receiver } = this;
    const run = new ReconcileRun({ account, route, receiver, ...earlier, maxReads, notBefore });
    if (this.#running.has(route.name)) return { ...run.report, status: 'busy' };
    this.#running.add(route.name);
    try {
      const named = options.orders === undefined ? [] : await this.#named(options.orders, run);
      const found = options.window === undefined ? [] : await run.ordersIn(options.window);
      await run.lookAt(earlier.looks.sorted(new Set([...named, ...found])));
      return this.#logged(run.end());
    } finally {
      this.#running.delete(route.name);
    }
  }

  async #named(orders: PayOpenOrders | OrderCodes, { report }: ReconcileRun): Promise<string[]> {
    const codes: string[] = [];
    try {
      for await (const code of 'openOrders' in orders ? await orders.openOrders() : await orders) {
        const read = readOrderCode(code);
        if ('text' in read) codes.push(read.text);
        else report.failures.push({ orderCode: null, message: `an order code ${read.problem}` });
      }
    } catch (error) {
      report.failures.push({
        orderCode: null,
        message: `the open orders could not be read: ${detailOf(error)}`,
      });
    }
    return codes;
  }

  #account(name: string | undefined): PayAccount {
    const account = this.accounts.get(name);
    if (account !== undefined) return account;
    const which = name === undefined ? 'does not say which account' : `names the account '${name}'`;
    throw new PayWiringError(`reconcile() ${which}: ${this.accounts.namesText}.`);
  }

  /** The endpoint decides the keys by which its inbox knows repeats, so that it must be the one that webhooks come to. */
  #route(account: PayAccount, endpoint: string | undefined): WebhookRoute {
    const routes = this.explorer
      .findEndpoints()
      .map(({ controller, handler }) => this.routes.resolve(controller, handler))
      .filter((route) => route.account.account === account.name && route.account.name === 'wallet');
    const chosen = endpoint === undefined ? routes : routes.filter(({ name }) => name === endpoint);
    const [route, another] = chosen;
    const there = routes.map(({ name }) => name).join(', ') || 'none';
    if (route === undefined)
      throw new PayWiringError(
        `reconcile() finds no @PayWebhook()${endpoint === undefined ? '' : ` ${endpoint}`} of a merchant's client ` +
          `(\`wallet\`) for the account: there is ${there}.`,
      );
    if (another !== undefined)
      throw new PayWiringError(`reconcile() does not say which endpoint is meant: give one of ${there}.`);
    if (route.runsMethod)
      throw new PayWiringError(
        `reconcile() cannot run ${route.name}, which takes events from requests: put @PayWebhook() on the controller class, ` +
          'and the method of a provider under @OnPayEvent().',
      );
    if (!route.confirm)
      throw new PayWiringError(
        `reconcile() cannot make up for ${route.name}: with confirm: false it knows a cancellation by other keys.`,
      );
    return route;
  }

  #logged(report: PayReconcileReport): PayReconcileReport {
    const { failures, left, status, tooOld } = report;
    for (const { orderCode, message } of failures.slice(0, MAX_LOGGED))
      this.#logger.warn(orderCode === null ? message : `order ${orderCode}: ${message}`);
    if (failures.length > MAX_LOGGED) this.#logger.warn(`${failures.length - MAX_LOGGED} more failures`);
    if (left > 0)
      this.#logger.warn(
        status === 'stopped'
          ? `the service failed several times: ${left} orders wait for the next run`
          : `no reads are left: ${left} orders wait for the next run`,
      );
    if (tooOld > 0)
      this.#logger.warn(
        `${tooOld} transactions were left alone: they were made longer than maxAgeMs ago, and the inbox may have forgotten them`,
      );
    return report;
  }
}
