import { Injectable } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { DiscoveryService, INQUIRER, ModuleRef, ModulesContainer, Reflector, REQUEST } from '@nestjs/core';
import type { ContextId } from '@nestjs/core';
import { methodKeysOf } from '../method-keys.js';
import { PayWiringError } from '../pay.exceptions.js';
import { isSingleton } from '../wrappers.js';
import type { NestModule, Wrapper } from '../wrappers.js';
import { EventSubscriber, transactionParameterOf } from './on-pay-event.decorator.js';
import type { EventSubscription } from './on-pay-event.decorator.js';
import { WebhookEndpoint } from './pay-webhook.routes.js';
import { describeReliance, ReliesOnPayEvents } from './relies-on-events.js';
import type { RouteHandler } from './pay-webhook.routes.js';
import type { ReceivedPayEvent } from '../../webhooks/received-event.js';
import type { ReliedPart } from '../../webhooks/relied-events.js';
import { getOrAdd } from '../../core/values/get-or-add.js';

/** Metadata key under which RouterModule stores the prefix of a module, followed by the ID of the application. */
const MODULE_PATH = '__module_path__';

type Method = (...args: unknown[]) => unknown;

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
export interface WebhookEndpointMethod {
  controller: Type;
  handler: RouteHandler;
  /** Prefix that RouterModule adds to the paths of its module. */
  prefix: string;
}

/** A method with `@OnPayEvent()`, and its provider or controller. */
interface Subscriber {
  wrapper: Wrapper;
  isController: boolean;
  prototype: object;
  method: string | symbol;
  /** Class and method. */
  name: string;
  subscription: EventSubscription;
}

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
  findRoutes(): WebhookEndpointMethod[] {
    return this.discovery.getControllers().flatMap((wrapper) => {
      const controller = wrapper.metatype as Type;
      const prefix = this.prefixOf(wrapper);
      return this.methodsOf(controller.prototype as object).map(({ value }) => ({
        controller,
        handler: value,
        prefix,
      }));
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
      const { prototype, method, name, subscription } = subscriber;
      const transactionAt = transactionParameterOf(prototype, method);
      const handle = handleWith(subscriber, transactionAt);
      return { ...subscription, name, needsTransaction: transactionAt !== null, handle };
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
    for (const { prototype, wrapper, subscription } of this.subscribers())
      if (subscription.isOptional !== true) getOrAdd(byClass, prototype, () => new Set()).add(wrapper);
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

  /** Finds the subscribers of the application or of some modules. An object with several tokens counts once. */
  private subscribers(modules?: NestModule[]): Subscriber[] {
    const seen = new Set<unknown>();
    const controllers = new Set(this.discovery.getControllers({}, modules));
    return [...this.discovery.getProviders({}, modules), ...controllers].flatMap((wrapper) => {
      const prototype = prototypeOf(wrapper);
      if (prototype === null || seen.has(wrapper.instance ?? wrapper)) return [];
      seen.add(wrapper.instance ?? wrapper);
      return this.methodsOf(prototype).flatMap(({ name: method, value }) => {
        const subscription = this.reflector.get(EventSubscriber, value) as EventSubscription | undefined;
        if (subscription === undefined) return [];
        const name = `${String(wrapper.name)}.${String(method)}`;
        return [{ wrapper, isController: controllers.has(wrapper), prototype, method, name, subscription }];
      });
    });
  }

  private prefixOf({ host }: Wrapper): string {
    const prefix: unknown =
      host && Reflect.getMetadata(MODULE_PATH + this.modules.applicationId, host.metatype);
    return typeof prefix === 'string' ? prefix : '';
  }

  private methodsOf(prototype: object): { name: string | symbol; value: Method }[] {
    const methods = prototype as Record<string | symbol, Method>;
    return methodKeysOf(prototype).map((name) => ({ name, value: methods[name] as Method }));
  }
}

/** Returns the prototype of a provider. Null if it is unknown, and for an alias of another provider. */
function prototypeOf(wrapper: Wrapper): object | null {
  const instance: unknown = wrapper.instance;
  if (wrapper.isAlias) return null;
  if (typeof instance === 'object' && instance !== null)
    return Object.getPrototypeOf(instance) as object | null;
  // The factory has not run yet, so its token is the only hint at the class.
  const isClass = isFactory(wrapper) && !isSingleton(wrapper) && typeof wrapper.token === 'function';
  return isClass ? ((wrapper.token as Type).prototype as object) : null;
}

function isFactory({ inject }: Wrapper): boolean {
  return inject !== undefined && inject !== null;
}

function handleWith(
  { wrapper, isController, method, name }: Subscriber,
  transactionAt: number | null,
): EventHandler['handle'] {
  if (isSingleton(wrapper)) {
    const instance: unknown = wrapper.instance;
    return (event, _, transaction) => callMethod(instance, method, event, transaction, transactionAt);
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
    return callMethod(instance, method, event, transaction, transactionAt);
  };
}

function callMethod(
  instance: unknown,
  method: string | symbol,
  event: unknown,
  transaction: unknown,
  transactionAt: number | null,
): unknown {
  const handle = (instance as Record<string | symbol, unknown>)[method];
  if (typeof handle !== 'function')
    throw new TypeError(
      `the instance has no method \`${String(method)}\`: check the factory of its provider`,
    );
  const args = [event];
  if (transactionAt !== null) args[transactionAt] = transaction;
  return (handle as Method).apply(instance, args);
}
