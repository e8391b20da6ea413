import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { PayAccounts } from '../accounts/pay-accounts.js';
import { PayWiringError } from '../pay.exceptions.js';
import { PayEventDispatcher } from './pay-event.dispatcher.js';
import type { EventHandler } from './event-handler.js';
import { PayInboxRunner } from './pay-inbox.runner.js';
import { PayWebhookExplorer } from './pay-webhook.explorer.js';
import { PayWebhookRoutes } from './pay-webhook.routes.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import { refuseSharedPaths } from './webhook-paths.js';

/** Connects handlers and endpoints when all modules are there, and says what could not work before anything arrives. */
@Injectable()
export class PayWebhookBoot implements OnApplicationBootstrap {
  readonly #logger = new Logger('PayWebhook');

  constructor(
    private readonly explorer: PayWebhookExplorer,
    private readonly dispatcher: PayEventDispatcher,
    private readonly routes: PayWebhookRoutes,
    private readonly accounts: PayAccounts,
    private readonly inboxes: PayInboxRunner,
  ) {}

  /** @throws PayWiringError saying the fix. */
  async onApplicationBootstrap(): Promise<void> {
    const handlers = this.explorer.findHandlers();
    const endpoints = this.explorer.findEndpoints();
    this.checkAccounts(handlers);
    this.dispatcher.setHandlers(handlers);
    const routes = [
      ...new Set(endpoints.map(({ controller, handler }) => this.routes.resolve(controller, handler))),
    ];
    this.checkNames(routes);
    refuseSharedPaths(endpoints);
    this.warnOfSharedAccounts(routes, handlers.length);
    if (endpoints.length > 0) for (const problem of this.explorer.problems()) this.#logger.warn(problem);
    if (handlers.length > 0 && endpoints.length === 0) {
      this.#logger.warn(
        `${handlers.map(({ name }) => name).join(', ')} will never run: no controller has @PayWebhook().`,
      );
    }
    // Last: nothing is worked on in an application that does not boot.
    await this.inboxes.start(routes, handlers);
  }

  /** A handler for an account that there is not would never run. */
  private checkAccounts(handlers: readonly EventHandler[]): void {
    for (const { name, account } of handlers) {
      if (account === undefined || this.accounts.get(account) !== undefined) continue;
      const which = account === null ? 'the account without a name' : `the account '${account}'`;
      throw new PayWiringError(
        `@OnPayEvent() on ${name} asks for events of ${which}, and there is no such PayModule: ` +
          `${this.accounts.namesText}.`,
      );
    }
  }

  /** Endpoints of one name would take each other's events for repeats. */
  private checkNames(routes: readonly WebhookRoute[]): void {
    const names = routes.map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice === undefined) return;
    throw new PayWiringError(
      `two webhooks are called ${twice}, so that each would take the other's events for repeats: ` +
        'give one of the two controller classes another name.',
    );
  }

  private warnOfSharedAccounts(routes: readonly WebhookRoute[], handlers: number): void {
    const clients = routes.map(({ account }) => account.id);
    const client = clients.find((name, index) => clients.indexOf(name) !== index);
    if (client === undefined || handlers === 0) return;
    this.#logger.warn(
      `several webhooks belong to the client \`${client}\`: an event that the service delivers to more than one ` +
        'of them runs the @OnPayEvent() handlers for each. Register each event type for one address only.',
    );
  }
}
