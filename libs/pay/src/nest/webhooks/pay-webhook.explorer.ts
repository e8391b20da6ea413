import { Injectable } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { DiscoveryService, INQUIRER, ModuleRef, ModulesContainer, Reflector, REQUEST } from '@nestjs/core';
import type { ContextId } from '@nestjs/core';
import { callMethod, findMethods, isFactory, methodsOf } from '../decorated-methods.js';
import type { DecoratedMethod } from '../decorated-methods.js';
import { PayWiringError } from '../pay.exceptions.js';
import { isSingleton } from '../wrappers.js';
import type { NestModule, Wrapper } from '../wrappers.js';
import { EventSubscriber } from './on-pay-event.decorator.js';
import type { EventSubscription } from './on-pay-event.decorator.js';
import { WebhookEndpoint } from './pay-webhook.routes.js';
import { describeReliance, ReliesOnPayEvents } from './relies-on-events.js';
import type { ReceivedPayEvent } from '../../webhooks/received-event.js';
import type { ReliedPart } from '../../webhooks/relied-events.js';
import { getOrAdd } from '../../core/values/get-or-add.js';

/** Metadata key under which RouterModule stores the prefix of a module, followed by the ID of the application. */
const MODULE_PATH = '__module_path__';

/** A method with `@OnPayEvent()`. */
export interface EventHandler extends EventSubscription {
  /** Class and method, for the log. */
  name: string;
  /** Whether the method uses the inbox's transaction. */
  needsTransaction: boolean;
  /** @param context - Returns the context of the event's request-scoped providers. */
  handle(event: ReceivedPayEvent, context: () => ContextId, transaction: unknown): unknown;
}

/** A method of a controller, such as one with `@PayWebhook()`. */
export type WebhookEndpointMethod = ReturnType<PayWebhookExplorer['findRoutes']>[number];

/** Finds the methods and classes with the library's decorators, in all modules of the application. */
@Injectable()
export class PayWebhookExplorer {
  /** The modules whose handlers are known. Null before the application starts. */
  #knownModules: ReadonlySet<NestModule> | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
    private readonly modules: ModulesContainer,
  ) {}

  /** Finds the methods with `@PayWebhook()`. */
  findEndpoints(): WebhookEndpointMethod[] {
    return this.findRoutes().filter(
      ({ handler }) => (this.reflector.get(WebhookEndpoint, handler) as unknown) !== undefined,
    );
  }

  /** Finds the methods of all controllers. */
  findRoutes() {
    return this.discovery.getControllers().flatMap((wrapper) => {
      const controller = wrapper.metatype as Type;
      // RouterModule adds it to the paths of its module.
      const prefix = this.prefixOf(wrapper);
      const methods = methodsOf(controller.prototype as object);
      return methods.map(({ handler }) => ({ controller, handler, prefix }));
    });
  }

  /**
   * Finds the methods with `@OnPayEvent()`, in the order in which their classes were registered.
   *
   * @throws PayWiringError for a request-scoped controller, which has no instance outside of its own requests.
   */
  findHandlers(): EventHandler[] {
    this.#knownModules = new Set(this.modules.values());
    return this.subscribers().map((subscriber) => {
      const { name, value, transactionAt } = subscriber;
      return { ...value, name, needsTransaction: transactionAt !== null, handle: handleWith(subscriber) };
    });
  }

  /** Finds the names of handlers in modules that were loaded after the application had started. */
  findLateHandlers(): string[] {
    const known = this.#knownModules;
    if (known === null || this.modules.size === known.size) return [];
    const late = [...this.modules.values()].filter((module) => !known.has(module));
    this.#knownModules = new Set(this.modules.values());
    return this.subscribers(late).map(({ name }) => name);
  }

  /** Returns a warning for each reason why a handler may run more than once for each event, or never. */
  findProblems(): string[] {
    return [...this.duplicates(), ...this.hiddenByFactories()];
  }

  /** Returns a line for each provider of the library whose promises rest on webhook events. */
  findReliances(): string[] {
    return this.discovery.getProviders().flatMap(({ metatype, name }) => {
      const part =
        typeof metatype === 'function'
          ? (this.reflector.get(ReliesOnPayEvents, metatype) as ReliedPart | undefined)
          : undefined;
      return part === undefined ? [] : [describeReliance(String(name), part)];
    });
  }

  private duplicates(): string[] {
    const byClass = new Map<object, Set<Wrapper>>();
    for (const { prototype, wrapper, value } of this.subscribers())
      if (value.isOptional !== true) getOrAdd(byClass, prototype, () => new Set()).add(wrapper);
    return [...byClass.values()]
      .filter(({ size }) => size > 1)
      .map((wrappers) => {
        const [first] = wrappers;
        const modules = [...wrappers].map(({ host }) => host?.name).join(' and ');
        return (
          `${String(first?.name)} is provided ${wrappers.size} times, in ${modules}: each instance handles every event. ` +
          'Provide it in one module, and export it from there.'
        );
      });
  }

  private hiddenByFactories(): string[] {
    const tokens = this.discovery
      .getProviders()
      .filter((wrapper) => isFactory(wrapper) && !wrapper.isAlias && !isSingleton(wrapper))
      .map(({ token }) => token)
      .filter((token) => typeof token !== 'function' && token !== REQUEST && token !== INQUIRER);
    if (tokens.length === 0) return [];
    return [
      `the classes that these request-scoped or transient factories create are unknown at boot: ${tokens.map(String).join(', ')}. ` +
        'If one of them has @OnPayEvent(), it never runs: use the class as the token of its provider.',
    ];
  }

  private subscribers(modules?: NestModule[]): DecoratedMethod<EventSubscription>[] {
    return findMethods(this.discovery, EventSubscriber, modules);
  }

  private prefixOf({ host }: Wrapper): string {
    const prefix: unknown =
      host && Reflect.getMetadata(MODULE_PATH + this.modules.applicationId, host.metatype);
    return typeof prefix === 'string' ? prefix : '';
  }
}

function handleWith(subscriber: DecoratedMethod<EventSubscription>): EventHandler['handle'] {
  const { wrapper, isController, name } = subscriber;
  if (isSingleton(wrapper)) {
    const instance: unknown = wrapper.instance;
    return (event, _, transaction) => callMethod(subscriber, instance, event, transaction);
  }
  if (isController) {
    throw new PayWiringError(
      `@OnPayEvent() on ${name}: a request-scoped controller has no instance for events. ` +
        'Use a provider.',
    );
  }
  // Another module may have a different provider under the same token.
  const moduleRef = wrapper.host?.providers.get(ModuleRef)?.instance as ModuleRef;
  return async (event, context, transaction) => {
    const instance = await moduleRef.resolve<unknown>(wrapper.token as Type, context(), { strict: true });
    return callMethod(subscriber, instance, event, transaction);
  };
}
