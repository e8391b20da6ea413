import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { posix } from 'node:path';
import { VersioningType } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import type { ApplicationConfig, HttpAdapterHost } from '@nestjs/core';
import { describeThrown } from '../core/values/describe-thrown.js';
import type { PayInbox } from '../inbox/pay-inbox.js';
import { pathsOf } from '../nest/webhooks/pay-webhook.paths.js';
import { PayWebhookExplorer } from '../nest/webhooks/pay-webhook.explorer.js';
import type { WebhookEndpointMethod } from '../nest/webhooks/pay-webhook.explorer.js';
import { PayWebhookRoutes } from '../nest/webhooks/pay-webhook.routes.js';
import type { WebhookRoute } from '../nest/webhooks/pay-webhook.routes.js';
import type { TestWorld, WebhookOwner } from './test-world.js';

/** Metadata key of Nest for the version of a route. */
const VERSION = '__version__';

interface Endpoint {
  method: WebhookEndpointMethod;
  route: WebhookRoute;
}

/** Receives the simulator's webhooks for an application, which does not have to listen itself. */
export class WebhookReceiver {
  readonly #endpoints: readonly Endpoint[];
  #server: Server | null = null;

  constructor(
    private readonly world: TestWorld,
    private readonly adapterHost: HttpAdapterHost,
    private readonly moduleRef: ModuleRef,
  ) {
    const routes = moduleRef.get(PayWebhookRoutes, { strict: false });
    this.#endpoints = this.#explorer
      .findEndpoints()
      .map((method) => ({ method, route: routes.resolve(method.controller, method.handler) }));
  }

  /** Lists the inboxes of the webhooks. */
  get inboxes(): readonly PayInbox[] {
    return [...new Set(this.#endpoints.map(({ route }) => route.inbox))];
  }

  /**
   * Registers each webhook of the application for the events that it handles.
   *
   * @throws Error if the simulator cannot verify the address of a webhook.
   */
  async register(): Promise<void> {
    if (this.#endpoints.length === 0) return;
    const url = await this.#listen();
    for (const endpoint of this.#endpoints) {
      const owner = endpoint.route.account.name === 'isv' ? 'isv' : 'merchant';
      const eventTypeIds = this.#typesOf(endpoint, await this.world.eventTypes(owner));
      if (eventTypeIds.length > 0)
        await registerFirst(this.world, owner, this.#urlsOf(endpoint, url), eventTypeIds);
    }
  }

  close(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
  }

  get #explorer(): PayWebhookExplorer {
    return this.moduleRef.get(PayWebhookExplorer, { strict: false });
  }

  /** Starts a server that passes its requests to the application's server. Resolves with its URL. */
  async #listen(): Promise<string> {
    const { httpAdapter } = this.adapterHost;
    const instance = httpAdapter.getInstance<{ ready?: () => PromiseLike<unknown> }>();
    // Fastify accepts requests when its plugins are loaded.
    await instance.ready?.();
    const application = httpAdapter.getHttpServer() as Server;
    const server = createServer((request, response) => application.emit('request', request, response));
    this.#server = server;
    // A test that fails before it closes the application must still end.
    server.unref();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Returns the event types that the application handles at a webhook, of those that can be registered. */
  #typesOf({ route }: Endpoint, eventTypes: readonly number[]): number[] {
    const handlers = this.#explorer
      .findHandlers()
      .filter(({ account }) => account === undefined || account === route.account.account);
    const handlesAll = route.runsMethod || handlers.some(({ types }) => types === '*');
    return eventTypes.filter(
      (id) => handlesAll || handlers.some(({ types }) => types !== '*' && types.some((type) => type === id)),
    );
  }

  /** Returns the addresses that a webhook may have: with and without the global prefix, because a prefix can exclude routes. */
  #urlsOf({ method }: Endpoint, url: string): string[] {
    // Nest has no public access to the application's configuration in a provider.
    const { container } = this.moduleRef as unknown as {
      container: { applicationConfig?: ApplicationConfig };
    };
    const config = container.applicationConfig;
    const version = versionPrefix(config, method);
    const prefixes = new Set([config?.getGlobalPrefix() ?? '', '']);
    return [...prefixes].flatMap((prefix) =>
      pathsOf(method).map((path) => url + posix.join('/', prefix, version, path).replace(/\/$/, '')),
    );
  }
}

/** Registers the first of the addresses that can be verified. */
async function registerFirst(
  world: TestWorld,
  owner: WebhookOwner,
  urls: readonly string[],
  eventTypeIds: readonly number[],
): Promise<void> {
  const failures: string[] = [];
  for (const url of urls) {
    try {
      await world.register(owner, { url, eventTypeIds });
      return;
    } catch (error) {
      failures.push(`${url}: ${describeThrown(error).message}`);
    }
  }
  throw new Error(
    `PayTestingModule cannot register the webhook of the application (${failures.join('; ')}). The service would not ` +
      'register it either. To test without webhooks, set registerWebhooks to false.',
  );
}

function versionPrefix(
  config: ApplicationConfig | undefined,
  { controller, handler }: WebhookEndpointMethod,
): string {
  const versioning = config?.getVersioning();
  if (versioning?.type !== VersioningType.URI) return '';
  const versions: unknown =
    Reflect.getMetadata(VERSION, handler) ??
    Reflect.getMetadata(VERSION, controller) ??
    versioning.defaultVersion;
  const version: unknown = Array.isArray(versions) ? versions[0] : versions;
  return typeof version === 'string'
    ? `${versioning.prefix === false ? '' : (versioning.prefix ?? 'v')}${version}`
    : '';
}
