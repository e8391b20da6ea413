import { Injectable, Logger, Module } from '@nestjs/common';
import { HOUR_MS } from '../../core/values/durations.js';
import { readInt64 } from '../../core/values/int64.js';
import { getOrAdd } from '../../core/values/get-or-add.js';
import { PayAccountsModule } from '../accounts/pay-accounts.module.js';
import { PayAccounts } from '../accounts/pay-accounts.js';
import type { PayAccount } from '../accounts/pay-accounts.js';
import { PayWiringError } from '../pay.exceptions.js';
import { PayWebhookExplorer } from '../webhooks/pay-webhook.explorer.js';
import { PayWebhookModule } from '../webhooks/pay-webhook.module.js';
import { PayWebhookProcessor } from '../webhooks/pay-webhook.processor.js';
import { PayWebhookRoutes } from '../webhooks/pay-webhook.routes.js';
import type { WebhookRoute } from '../webhooks/pay-webhook.routes.js';
import { detailOf, ReconcileMemory, ReconcileRun } from './reconcile-run.js';
import type {
  OrderCodes,
  PayOpenOrders,
  PayReconcileOptions,
  PayReconcileReport,
} from './reconcile.types.js';

const DEFAULT_MAX_READS = 500;
/** Default of `PayInbox.retentionMs`. */
const DEFAULT_RETENTION_MS = 25 * HOUR_MS;
/** Failures of a run that are logged one by one. */
const MAX_LOGGED = 5;

/**
 * Reads events that no webhook brought from the service: webhooks can be lost, and an order expires without one. The events go
 * through the endpoint's inbox to the `@OnPayEvent()` handlers, with `source: 'reconcile'`. An event that a webhook already brought
 * is not handled again, and a webhook that arrives later is a duplicate.
 */
@Injectable()
export class PayReconciler {
  readonly #logger = new Logger('PayReconciler');
  /** By name of the endpoint. */
  readonly #memories = new Map<string, ReconcileMemory>();
  readonly #running = new Set<string>();

  constructor(
    private readonly accounts: PayAccounts,
    private readonly explorer: PayWebhookExplorer,
    private readonly routes: PayWebhookRoutes,
    private readonly processor: PayWebhookProcessor,
  ) {}

  /**
   * Makes one run. Call it from your own job: with `@nestjs/schedule`, from a queue or from cron. A run that starts while another run
   * of the same endpoint is in progress in this process reports `busy`. Failures are reported and logged.
   *
   * @throws PayWiringError if the account or its endpoint does not exist or is ambiguous.
   */
  async reconcile(options: PayReconcileOptions): Promise<PayReconcileReport> {
    const account = this.accounts.require(
      options.account,
      'reconcile() needs the option `account`',
      `reconcile() names the account '${options.account}'`,
    );
    const route = this.#route(account, options.endpoint);
    const { retentionMs = DEFAULT_RETENTION_MS } = route.inbox;
    const { maxReads = DEFAULT_MAX_READS } = options;
    const memory = getOrAdd(this.#memories, route.name, () => new ReconcileMemory());
    const notBefore = Date.now() - (retentionMs - HOUR_MS);
    const { processor } = this;
    const run = new ReconcileRun({ account, route, processor, memory, maxReads, notBefore });
    if (this.#running.has(route.name)) return { ...run.report, status: 'busy' };
    this.#running.add(route.name);
    try {
      const named = options.orders === undefined ? [] : await this.#readCodes(options.orders, run);
      const found = options.window === undefined ? [] : await run.findOrders(options.window);
      const reversed = await run.findReversed();
      await run.readOrders(memory.sorted(new Set([...named, ...found, ...reversed])));
      const report = run.finish();
      this.#log(report);
      return report;
    } finally {
      this.#running.delete(route.name);
    }
  }

  async #readCodes(orders: PayOpenOrders | OrderCodes, { report }: ReconcileRun): Promise<string[]> {
    const codes: string[] = [];
    try {
      for await (const code of 'openOrders' in orders ? await orders.openOrders() : await orders) {
        const read = readInt64(code);
        if ('text' in read) codes.push(read.text);
        else report.failures.push({ orderCode: null, message: `an order code ${read.problem}` });
      }
    } catch (error) {
      report.failures.push({
        orderCode: null,
        message: `your open orders could not be read: ${detailOf(error)}`,
      });
    }
    return codes;
  }

  /** Finds the endpoint that receives the webhooks: its name is part of the keys by which its inbox recognizes duplicates. */
  #route(account: PayAccount, endpoint: string | undefined): WebhookRoute {
    const routes = this.explorer
      .findEndpoints()
      .map(({ controller, handler }) => this.routes.resolve(controller, handler))
      .filter((route) => route.account.account === account.name && route.account.name === 'wallet');
    const [route, another] = endpoint === undefined ? routes : routes.filter(({ name }) => name === endpoint);
    const names = routes.map(({ name }) => name).join(', ');
    if (route === undefined)
      throw new PayWiringError(
        `reconcile() finds no @PayWebhook()${endpoint === undefined ? '' : ` ${endpoint}`} of a merchant's client ` +
          `(\`wallet\`) for the account: ${names === '' ? 'there are no endpoints' : `known endpoints: ${names}`}.`,
      );
    if (another !== undefined)
      throw new PayWiringError(
        `reconcile() needs the option \`endpoint\`, because the account has several: give one of ${names}.`,
      );
    if (route.runsMethod)
      throw new PayWiringError(
        `reconcile() cannot run ${route.name}, which handles events of requests only: put @PayWebhook() on the controller class, ` +
          'and @OnPayEvent() on a method of a provider.',
      );
    if (!route.confirm)
      throw new PayWiringError(
        `reconcile() cannot be used with ${route.name}: with confirm: false, a webhook and the reconciler give a cancellation ` +
          'different keys, so it would be handled twice. Remove confirm: false.',
      );
    return route;
  }

  #log({ contested, failures, left, status, tooOld }: PayReconcileReport): void {
    if (contested.length > 0)
      this.#logger.warn(
        `${contested.length} orders have a confirmed payment that the service no longer shows, ` +
          `such as ${contested.slice(0, MAX_LOGGED).join(', ')}: the service reversed it by itself. Check them in the service's app`,
      );
    for (const { orderCode, message } of failures.slice(0, MAX_LOGGED))
      this.#logger.warn(orderCode === null ? message : `order ${orderCode}: ${message}`);
    if (failures.length > MAX_LOGGED)
      this.#logger.warn(`${failures.length - MAX_LOGGED} more failures: see the report of reconcile()`);
    if (left > 0)
      this.#logger.warn(
        status === 'stopped'
          ? `the service failed several times: ${left} orders wait for the next run`
          : `the reads of this run (maxReads) are used up: ${left} orders wait for the next run`,
      );
    if (tooOld > 0)
      this.#logger.warn(
        `${tooOld} transactions were skipped: the inbox may have forgotten their events. ` +
          'Check their orders with PaymentTimeline',
      );
  }
}

/** Delivers missed events for all PayModules of an application. */
@Module({
  imports: [PayAccountsModule, PayWebhookModule],
  providers: [PayReconciler],
  exports: [PayReconciler],
})
export class PayReconcilerModule {}
