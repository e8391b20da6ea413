import { Injectable } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import {
  DiscoveryService,
  INQUIRER,
  MetadataScanner,
  ModuleRef,
  ModulesContainer,
  Reflector,
  REQUEST,
} from '@nestjs/core';
import type { ContextId } from '@nestjs/core';
import { PayWiringError } from '../pay.exceptions.js';
import { EventSubscriber, transactionParameterOf } from './on-pay-event.decorator.js';
import type { EventSubscription } from './on-pay-event.decorator.js';
import { WebhookEndpoint } from './pay-webhook.routes.js';
import type { RouteHandler } from './pay-webhook.routes.js';
import type { ReceivedPayEvent } from '../../webhooks/received-event.js';

/** Metadata key under which RouterModule stores the prefix of a module, followed by the ID of the application. */
const MODULE_PATH = '__module_path__';

type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];
type NestModule = NonNullable<Wrapper['host']>;
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

/** A method with `@PayWebhook()`. */
export interface WebhookEndpointMethod {
  controller: Type;
  handler: RouteHandler;
  /** Prefix that RouterModule adds to the paths of its module. */
  prefix: string;
}

/** A provider or controller that has methods with `@OnPayEvent()`. */
interface Subscriber {
  wrapper: Wrapper;
  isController: boolean;
  prototype: object;
  methods: { name: string; subscription: EventSubscription }[];
}

/** Finds the methods and classes with the library's decorators, in all modules of the application. */
@Injectable()
export class PayWebhookExplorer {
  /** The modules whose handlers are known. Null before the application starts. */
  #knownModules: ReadonlySet<NestModule> | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
    private readonly modules: ModulesContainer,
  ) {}

  /** Finds the methods with `@PayWebhook()`. */
  findEndpoints(): WebhookEndpointMethod[] {
    return this.discovery.getControllers().flatMap((wrapper) => {
      const controller = wrapper.metatype as Type;
      const prefix = this.prefixOf(wrapper);
      return this.methodsOf(controller.prototype as object)
        .map(({ method }) => ({ controller, handler: method, prefix }))
        .filter(({ handler }) => (this.reflector.get(WebhookEndpoint, handler) as unknown) !== undefined);
    });
  }

  /**
   * Finds the methods with `@OnPayEvent()`, in the order in which their classes were registered.
   *
   * @throws PayWiringError for a request-scoped controller, which has no instance outside of its own requests.
   */
  findHandlers(): EventHandler[] {
    this.#knownModules = new Set(this.modules.values());
    return this.subscribers().flatMap((subscriber) =>
      subscriber.methods.map(({ name, subscription }) => {
        const transactionAt = transactionParameterOf(subscriber.prototype, name);
        return {
          ...subscription,
          name: `${classNameOf(subscriber)}.${name}`,
          needsTransaction: transactionAt !== null,
          handle: handleWith(subscriber, name, transactionAt),
        };
      }),
    );
  }

  /** Finds the names of handlers in modules that were loaded after the application had started. */
  findLateHandlers(): string[] {
    const known = this.#knownModules;
    if (known === null || this.modules.size === known.size) return [];
    const late = [...this.modules.values()].filter((module) => !known.has(module));
    this.#knownModules = new Set(this.modules.values());
    return this.subscribers(late).flatMap((subscriber) =>
      subscriber.methods.map(({ name }) => `${classNameOf(subscriber)}.${name}`),
    );
  }

  /** Returns a warning for each reason why a handler may run more than once for each event, or never. */
  findProblems(): string[] {
    return [...this.duplicates(), ...this.hiddenByFactories()];
  }

  private duplicates(): string[] {
    const byClass = new Map<object, Subscriber[]>();
    const own = this.subscribers().filter(({ methods }) =>
      methods.some(({ subscription }) => subscription.isOptional !== true),
    );
    for (const subscriber of own)
      byClass.set(subscriber.prototype, [...(byClass.get(subscriber.prototype) ?? []), subscriber]);
    return [...byClass.values()]
      .filter(({ length }) => length > 1)
      .map((subscribers) => {
        const [name] = subscribers.map(classNameOf);
        const modules = subscribers.map(({ wrapper }) => wrapper.host?.name).join(' and ');
        return (
          `${name} is provided ${subscribers.length} times, in ${modules}: each instance handles every event. ` +
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
      const methods = this.methodsOf(prototype).flatMap(({ name, method }) => {
        const subscription = this.reflector.get(EventSubscriber, method) as EventSubscription | undefined;
        return subscription === undefined ? [] : [{ name, subscription }];
      });
      return methods.length === 0
        ? []
        : [{ wrapper, prototype, methods, isController: controllers.has(wrapper) }];
    });
  }

  private prefixOf({ host }: Wrapper): string {
    const prefix: unknown =
      host && Reflect.getMetadata(MODULE_PATH + this.modules.applicationId, host.metatype);
    return typeof prefix === 'string' ? prefix : '';
  }

  private methodsOf(prototype: object): { name: string; method: Method }[] {
    const methods = prototype as Record<string, Method>;
    return this.scanner
      .getAllMethodNames(prototype)
      .map((name) => ({ name, method: methods[name] as Method }));
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

function isSingleton(wrapper: Wrapper): boolean {
  return !wrapper.isTransient && wrapper.isDependencyTreeStatic();
}

function classNameOf({ wrapper }: Subscriber): string {
  return String(wrapper.name);
}

function handleWith(
  subscriber: Subscriber,
  method: string,
  transactionAt: number | null,
): EventHandler['handle'] {
  const { wrapper, isController } = subscriber;
  if (isSingleton(wrapper)) {
    const instance: unknown = wrapper.instance;
    return (event, _, transaction) => callMethod(instance, method, event, transaction, transactionAt);
  }
  if (isController) {
    throw new PayWiringError(
      `@OnPayEvent() on ${classNameOf(subscriber)}.${method}: a request-scoped controller has no instance for events. ` +
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
  method: string,
  event: unknown,
  transaction: unknown,
  transactionAt: number | null,
): unknown {
  const handle = (instance as Record<string, unknown>)[method];
  if (typeof handle !== 'function')
    throw new TypeError(`the instance has no method \`${method}\`: check the factory of its provider`);
  const args = [event];
  if (transactionAt !== null) args[transactionAt] = transaction;
  return (handle as Method).apply(instance, args);
}
