import { Injectable, Logger, Optional } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { isInstance } from '../../core/values/describe-thrown.js';
import { loggableText } from '../../core/values/redaction.js';
import { PayInboxStartError } from '../../inbox/inbox-errors.js';
import { InlineInbox } from '../../inbox/inline-inbox.js';
import type { PayInbox } from '../../inbox/pay-inbox.js';
import { isStoredInbox } from '../../inbox/stored-inbox.js';
import type { PayInboxStart, PayStoredInbox } from '../../inbox/stored-inbox.js';
import { PayAccounts } from '../accounts/pay-accounts.js';
import { PayWiringError } from '../pay.exceptions.js';
import { PayEventDispatcher } from './pay-event.dispatcher.js';
import { PayWebhookExplorer } from './pay-webhook.explorer.js';
import type { EventHandler, WebhookEndpointMethod } from './pay-webhook.explorer.js';
import { NO_RAW_BODY } from './pay-webhook.guard.js';
import { PayWebhookProcessor } from './pay-webhook.processor.js';
import { PayWebhookRoutes } from './pay-webhook.routes.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import { losesRawBodies } from './raw-body-check.js';

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
    @Optional() private readonly http?: HttpAdapterHost,
  ) {}

  /** @throws PayWiringError with the fix. */
  async onApplicationBootstrap(): Promise<void> {
    const handlers = this.explorer.findHandlers();
    const endpoints = this.explorer.findEndpoints();
    this.checkAccounts(handlers);
    this.dispatcher.setHandlers(handlers);
    const routes = [
      ...new Set(endpoints.map(({ controller, handler }) => this.routes.resolve(controller, handler))),
    ];
    checkNames(routes);
    checkPaths(endpoints);
    this.warnOfSharedAccounts(routes, handlers.length);
    if (endpoints.length > 0) for (const problem of this.explorer.findProblems()) this.#logger.warn(problem);
    const own = handlers.filter(({ isOptional }) => isOptional !== true);
    if (own.length > 0 && endpoints.length === 0) {
      this.#logger.warn(
        `${own.map(({ name }) => name).join(', ')} will never run: set webhooks.path of PayModule, or put @PayWebhook() on a controller.`,
      );
    }
    checkMethods(routes);
    checkTransactions(routes, handlers);
    this.warnOfInlineInboxes(routes);
    if (routes.length > 0) await this.warnOfLostRawBodies();
    this.processor.setRoutes(routes);
    // Last, so that an application that fails to boot handles no event.
    await this.startInboxes(routes, handlers);
  }

  /** Runs before other modules close the connections that handlers use. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#running.map((inbox) => inbox.stop()));
  }

  private async startInboxes(
    routes: readonly WebhookRoute[],
    handlers: readonly EventHandler[],
  ): Promise<void> {
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

  private checkAccounts(handlers: readonly EventHandler[]): void {
    for (const { name, account } of handlers) {
      if (account === undefined || this.accounts.get(account) !== undefined) continue;
      const which = account === null ? 'the account without a name' : `the account '${account}'`;
      throw new PayWiringError(
        `@OnPayEvent() on ${name} subscribes to events of ${which}, but no PayModule has that name: ` +
          `${this.accounts.namesText}.`,
      );
    }
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

  private async warnOfLostRawBodies(): Promise<void> {
    const express: unknown = this.http?.httpAdapter?.getInstance();
    if (await losesRawBodies(express)) this.#logger.warn(`every webhook will fail: ${NO_RAW_BODY}.`);
  }

  private warnOfInlineInboxes(routes: readonly WebhookRoute[]): void {
    if (!routes.some(({ inbox }) => inbox instanceof InlineInbox)) return;
    this.#inboxLogger.warn(
      'Handled webhook events are remembered in the memory of this process only, so a restart handles duplicates again: ' +
        'in production, set webhooks.inbox to a durableInbox().',
    );
  }
}

function checkNames(routes: readonly WebhookRoute[]): void {
  const names = routes.map(({ name }) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate === undefined) return;
  throw new PayWiringError(
    `two webhooks have the name ${duplicate}, so each would ignore the other's events as duplicates: ` +
      'rename one of the two controller classes.',
  );
}

/** Metadata keys of Nest's routing decorators. */
const PATH = 'path';
const HOST = 'host';
const VERSION = '__version__';

/** Nest routes all requests of a path to the first of its webhooks, so the second never receives a delivery. */
function checkPaths(endpoints: readonly WebhookEndpointMethod[]): void {
  const nameOf = new Map<string, string>();
  for (const endpoint of endpoints) {
    const { controller, handler } = endpoint;
    const name = `${controller.name}.${handler.name}`;
    const host: unknown = Reflect.getMetadata(HOST, controller);
    const version: unknown =
      Reflect.getMetadata(VERSION, handler) ?? Reflect.getMetadata(VERSION, controller);
    for (const path of pathsOf(endpoint)) {
      const key = JSON.stringify([path, String(host), String(version)]);
      const other = nameOf.get(key);
      nameOf.set(key, name);
      if (other === undefined || other === name) continue;
      throw new PayWiringError(
        `two webhooks have the path ${path}: ${other} and ${name}. Only the first would receive deliveries. ` +
          'Give each webhook its own path.',
      );
    }
  }
}

/** Returns the paths of a webhook, without the application's global prefix and version. */
export function pathsOf({ controller, handler, prefix }: WebhookEndpointMethod): string[] {
  return listOf(Reflect.getMetadata(PATH, controller)).flatMap((base) =>
    listOf(Reflect.getMetadata(PATH, handler)).map((path) => {
      const parts = [prefix, base, path].flatMap((part) => part.split('/'));
      return `/${parts.filter((part) => part !== '').join('/')}`;
    }),
  );
}

function listOf(paths: unknown): string[] {
  return (Array.isArray(paths) ? paths : [paths]).map((path) => (typeof path === 'string' ? path : ''));
}

function checkMethods(routes: readonly WebhookRoute[]): void {
  const route = routes.find(({ inbox, runsMethod }) => runsMethod && isStoredInbox(inbox));
  if (route === undefined) return;
  throw new PayWiringError(
    `${route.name} handles events in its own method, but a durable inbox handles them after the request: ` +
      'put @PayWebhook() on the controller class, and @OnPayEvent() on a method of a provider.',
  );
}

function checkTransactions(routes: readonly WebhookRoute[], handlers: readonly EventHandler[]): void {
  for (const { name, account, needsTransaction } of handlers) {
    if (!needsTransaction) continue;
    const inboxes = routes
      .filter((route) => account === undefined || route.account.account === account)
      .map(({ inbox }) => inbox);
    if (inboxes.every(hasTransactions)) continue;
    throw new PayWiringError(
      `@PayTransaction() in ${name} needs a durable inbox whose store has transactions: set webhooks.inbox, as in ` +
        'durableInbox({ store: postgresStore({ pool }) }) or durableInbox({ store: typeormStore(dataSource) }), or limit @OnPayEvent() to an account with such an inbox.',
    );
  }
}

function hasTransactions(inbox: PayInbox): boolean {
  return isStoredInbox(inbox) && inbox.transactional;
}
