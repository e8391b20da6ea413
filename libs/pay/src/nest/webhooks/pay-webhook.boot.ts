import { Injectable, Logger, Optional } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { isInstance } from '../../core/values/describe-thrown.js';
import { loggableText } from '../../core/values/redaction.js';
import { PayInboxStartError } from '../../inbox/inbox-errors.js';
import { InlineInbox } from '../../inbox/inline-inbox.js';
import { isStoredInbox } from '../../inbox/stored-inbox.js';
import type { PayInboxStart, PayStoredInbox } from '../../inbox/stored-inbox.js';
import { PayAccounts } from '../accounts/pay-accounts.js';
import { afterBootstrap } from '../after-bootstrap.js';
import { PayWiringError } from '../pay.exceptions.js';
import { PayEventDispatcher } from './pay-event.dispatcher.js';
import { PayWebhookExplorer } from './pay-webhook.explorer.js';
import type { EventHandler, WebhookEndpointMethod } from './pay-webhook.explorer.js';
import { unverifiableRoutes } from './guarded-routes.js';
import { NO_RAW_BODY } from './pay-webhook.guard.js';
import { pathsOf } from './pay-webhook.paths.js';
import { PayWebhookProcessor } from './pay-webhook.processor.js';
import { PayWebhookRoutes } from './pay-webhook.routes.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import { losesRawBodies } from './raw-body-check.js';

/** Metadata keys of Nest's routing decorators. */
const HOST = 'host';
const VERSION = '__version__';

/** What the modules of the application contain. */
interface Wiring {
  handlers: readonly EventHandler[];
  endpoints: readonly WebhookEndpointMethod[];
  routes: readonly WebhookRoute[];
}

/**
 * Connects handlers and endpoints when all modules are loaded, reports invalid setups, and starts stored inboxes. It stops them when
 * the application closes.
 */
@Injectable()
export class PayWebhookBoot implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('PayWebhook');
  readonly #inboxLogger = new Logger('PayInbox');
  readonly #running: PayStoredInbox[] = [];

  constructor(
    private readonly explorer: PayWebhookExplorer,
    private readonly dispatcher: PayEventDispatcher,
    private readonly routes: PayWebhookRoutes,
    private readonly accounts: PayAccounts,
    private readonly processor: PayWebhookProcessor,
    private readonly modules: ModulesContainer,
    @Optional() private readonly http?: HttpAdapterHost,
  ) {}

  /** @throws PayWiringError with the fix. */
  async onApplicationBootstrap(): Promise<void> {
    const handlers = this.explorer.findHandlers();
    const endpoints = this.explorer.findEndpoints();
    const routes = [
      ...new Set(endpoints.map(({ controller, handler }) => this.routes.resolve(controller, handler))),
    ];
    const wiring = { handlers, endpoints, routes };
    for (const error of errorsOf(wiring, this.accounts)) throw new PayWiringError(error);
    for (const warning of warningsOf(wiring)) this.#logger.warn(warning);
    for (const warning of unverifiableRoutes(this.explorer.findRoutes())) this.#logger.warn(warning);
    for (const line of this.explorer.findReliances())
      if (routes.length > 0) this.#logger.log(line);
      else this.#logger.warn(`The application has no webhook: set webhooks.path of PayModule. ${line}`);
    if (routes.length > 0) await this.#warnOfEndpoints(routes);
    this.dispatcher.setHandlers(handlers);
    this.processor.setRoutes(routes);
    // Last, so that an application that fails to boot, or whose listeners are not registered yet, handles no event.
    afterBootstrap(this.modules, () => this.#startInboxes(routes, handlers));
  }

  /** Runs before other modules close the connections that handlers use. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#running.map((inbox) => inbox.stop()));
  }

  async #warnOfEndpoints(routes: readonly WebhookRoute[]): Promise<void> {
    for (const problem of this.explorer.findProblems()) this.#logger.warn(problem);
    if (routes.some(({ inbox }) => inbox instanceof InlineInbox))
      this.#inboxLogger.warn(
        'Handled webhook events are remembered in the memory of this process only, so a restart handles duplicates again: ' +
          'in production, set webhooks.inbox to a durableInbox().',
      );
    const express: unknown = this.http?.httpAdapter?.getInstance();
    if (await losesRawBodies(express)) this.#logger.warn(`every webhook will fail: ${NO_RAW_BODY}.`);
  }

  async #startInboxes(routes: readonly WebhookRoute[], handlers: readonly EventHandler[]): Promise<void> {
    const start: PayInboxStart = {
      ...this.processor.storedSteps,
      logger: { error: (line) => this.#inboxLogger.error(loggableText(line)) },
      usesTransactions: handlers.some(({ needsTransaction }) => needsTransaction),
    };
    for (const inbox of new Set(routes.map((route) => route.inbox).filter(isStoredInbox))) {
      // Added first, so that an inbox that fails to start is stopped, too.
      this.#running.push(inbox);
      try {
        await inbox.start(start);
      } catch (error) {
        if (!isInstance(error, PayInboxStartError)) throw error;
        throw new PayWiringError(`webhooks.inbox cannot start: ${error.message}`, { cause: error });
      }
    }
  }
}

/** Returns the reasons why the application must not start. */
function* errorsOf({ handlers, endpoints, routes }: Wiring, accounts: PayAccounts): Generator<string> {
  for (const { name, account } of handlers) {
    if (account === undefined || accounts.get(account) !== undefined) continue;
    const problem =
      account === null
        ? 'the default account, but each PayModule has a name'
        : `the account '${account}', but no PayModule has that name`;
    yield `@OnPayEvent() on ${name} subscribes to events of ${problem}: ${accounts.namesText}.`;
  }
  const duplicate = firstDuplicate(routes.map(({ name }) => name));
  if (duplicate !== undefined)
    yield (
      `two webhooks have the name ${duplicate}, so each would ignore the other's events as duplicates: ` +
        'rename one of the two controller classes.'
    );
  // Nest routes all requests of a path to the first of its webhooks, so the second never receives a delivery.
  const places = new Map<string, string>();
  for (const endpoint of endpoints) {
    const { controller, handler } = endpoint;
    const name = `${controller.name}.${handler.name}`;
    const host: unknown = Reflect.getMetadata(HOST, controller);
    const version: unknown =
      Reflect.getMetadata(VERSION, handler) ?? Reflect.getMetadata(VERSION, controller);
    for (const path of pathsOf(endpoint)) {
      const place = JSON.stringify([path, String(host), String(version)]);
      const other = places.get(place) ?? name;
      places.set(place, name);
      if (other !== name)
        yield (
          `two webhooks have the path ${path}: ${other} and ${name}. Only the first would receive deliveries. ` +
            'Give each webhook its own path.'
        );
    }
  }
  const own = routes.find(({ inbox, runsMethod }) => runsMethod && isStoredInbox(inbox));
  if (own !== undefined)
    yield (
      `${own.name} handles events in its own method, but a durable inbox handles them after the request: ` +
        'put @PayWebhook() on the controller class, and @OnPayEvent() on a method of a provider.'
    );
  for (const { name, account, needsTransaction } of handlers) {
    const lacksTransactions = ({ account: { account: owner }, inbox }: WebhookRoute): boolean =>
      (account === undefined || owner === account) && !(isStoredInbox(inbox) && inbox.transactional);
    if (needsTransaction && routes.some(lacksTransactions))
      yield (
        `@PayTransaction() in ${name} needs a durable inbox whose store has transactions: set webhooks.inbox, as in ` +
          'durableInbox({ store: postgresStore({ pool }) }) or durableInbox({ store: typeormStore(dataSource) }), or limit @OnPayEvent() to an account with such an inbox.'
      );
  }
}

/** Returns why handlers may run twice or never. */
function* warningsOf({ handlers, routes }: Wiring): Generator<string> {
  const client = firstDuplicate(routes.map(({ account }) => account.id));
  if (client !== undefined && handlers.length > 0)
    yield (
      `several webhooks belong to the client \`${client}\`: an event that the service delivers to more than one ` +
        'of them runs the @OnPayEvent() handlers for each. Register each event type for one address only.'
    );
  const own = handlers.filter(({ isOptional }) => isOptional !== true);
  if (own.length > 0 && routes.length === 0)
    yield `${own.map(({ name }) => name).join(', ')} will never run: set webhooks.path of PayModule, or put @PayWebhook() on a controller.`;
}

function firstDuplicate(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) !== index);
}
