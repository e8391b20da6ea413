import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { DiscoveryService } from '@nestjs/core';
import { PayAccounts } from '../accounts/pay-accounts.js';
import { PayWiringError } from '../pay.exceptions.js';
import { PayEventDispatcher } from './pay-event.dispatcher.js';
import { PayInboxRunner } from './pay-inbox.runner.js';
import { PayWebhookInterceptor } from './pay-webhook.decorator.js';
import { PayWebhookExplorer } from './pay-webhook.explorer.js';
import type { EventHandler, WebhookEndpointMethod } from './pay-webhook.explorer.js';
import { PayWebhookGuard } from './pay-webhook.guard.js';
import { PayWebhookRoutes } from './pay-webhook.routes.js';
import type { RouteHandler, WebhookRoute } from './pay-webhook.routes.js';

/** Connects handlers and endpoints when all modules are loaded, and reports invalid setups. */
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

  /** @throws PayWiringError with the fix. */
  async onApplicationBootstrap(): Promise<void> {
    const handlers = this.explorer.findHandlers();
    const endpoints = this.explorer.findEndpoints();
    this.checkAccounts(handlers);
    this.dispatcher.setHandlers(handlers);
    const routes = [
      ...new Set(endpoints.map(({ controller, handler }) => this.routes.resolve(controller, handler))),
    ];
    this.checkNames(routes);
    checkPaths(endpoints);
    this.warnOfSharedAccounts(routes, handlers.length);
    if (endpoints.length > 0) for (const problem of this.explorer.problems()) this.#logger.warn(problem);
    if (handlers.length > 0 && endpoints.length === 0) {
      this.#logger.warn(
        `${handlers.map(({ name }) => name).join(', ')} will never run: no controller has @PayWebhook().`,
      );
    }
    // Last, so that an application that fails to boot handles no event.
    await this.inboxes.start(routes, handlers);
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

  private checkNames(routes: readonly WebhookRoute[]): void {
    const names = routes.map(({ name }) => name);
    const duplicate = names.find((name, index) => names.indexOf(name) !== index);
    if (duplicate === undefined) return;
    throw new PayWiringError(
      `two webhooks have the name ${duplicate}, so that each would ignore the other's events as duplicates: ` +
        'rename one of the two controller classes.',
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

/** Metadata keys of Nest's routing decorators. */
const PATH = 'path';
const HOST = 'host';
const VERSION = '__version__';

/** Nest routes all requests of a path to the first of its webhooks, so the second never receives a delivery. */
function checkPaths(endpoints: readonly WebhookEndpointMethod[]): void {
  const nameOf = new Map<string, string>();
  for (const { controller, handler, prefix } of endpoints) {
    const name = `${controller.name}.${handler.name}`;
    const host: unknown = Reflect.getMetadata(HOST, controller);
    const version: unknown =
      Reflect.getMetadata(VERSION, handler) ?? Reflect.getMetadata(VERSION, controller);
    for (const path of pathsOf(controller, handler, prefix)) {
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

function pathsOf(controller: Type, handler: RouteHandler, prefix: string): string[] {
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

type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];
type NestModule = NonNullable<Wrapper['host']>;

/**
 * Finds webhook controllers in modules that do not import PayModule, before Nest creates the controllers. Nest's own error
 * only says that it cannot resolve a class of this library.
 */
@Injectable()
export class PayWebhookModulesCheck {
  constructor(modules: ModulesContainer) {
    for (const module of modules.values()) {
      const controller = [...module.controllers.values()].find(isWebhook);
      if (controller === undefined || [...module.imports].some((one) => exportsWebhooks(one))) continue;
      const message =
        `${module.name} has the webhook controller ${String(controller.name)}, but does not import PayModule: add what ` +
        'PayModule.forRoot() returned, or a module that exports PayModule, to its imports.';
      // Nest creates modules at the same time and may already have failed with its own error.
      new Logger('PayWebhook').error(message);
      throw new PayWiringError(message);
    }
  }
}

/** Whether a controller uses the library's guard or interceptor. Their dependencies come from the controller's module. */
function isWebhook(controller: Wrapper): boolean {
  const enhancers = controller.getEnhancersMetadata() as Wrapper[] | undefined;
  return (enhancers ?? []).some(({ metatype }) => {
    const prototype: unknown = typeof metatype === 'function' ? metatype.prototype : undefined;
    return (
      metatype === PayWebhookGuard ||
      metatype === PayWebhookInterceptor ||
      prototype instanceof PayWebhookGuard
    );
  });
}

/** Follows re-exports, as Nest does. */
function exportsWebhooks({ exports, imports }: NestModule, path: readonly NestModule[] = []): boolean {
  if (exports.has(PayWebhookRoutes)) return true;
  return [...imports].some(
    (one) => exports.has(one.metatype) && !path.includes(one) && exportsWebhooks(one, [...path, one]),
  );
}
