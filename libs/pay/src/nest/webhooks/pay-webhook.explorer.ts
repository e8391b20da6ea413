import { Injectable } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, ModuleRef, ModulesContainer, Reflector } from '@nestjs/core';
import { PayWiringError } from '../pay.exceptions.js';
import type { EventHandler } from './pay-event.dispatcher.js';
import { EventSubscriber } from './on-pay-event.decorator.js';
import { transactionParameterOf } from './pay-transaction.decorator.js';
import type { WebhookEndpointPlace } from './webhook-paths.js';
import { WebhookEndpoint } from './webhook-settings.js';

/** Where RouterModule keeps a module's prefix, with the application's id behind it. */
const MODULE_PATH = '__module_path__';

type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];
type Method = (...args: unknown[]) => unknown;

/** Finds what the decorators marked, in all modules. */
@Injectable()
export class PayWebhookExplorer {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
    private readonly moduleRef: ModuleRef,
    private readonly modules: ModulesContainer,
  ) {}

  /** The methods with `@PayWebhook()`. */
  findEndpoints(): WebhookEndpointPlace[] {
    return this.discovery.getControllers().flatMap((wrapper) => {
      const controller = wrapper.metatype as Type;
      const prefix = this.prefixOf(wrapper);
      return this.methodsOf(controller.prototype as object)
        .map(({ method }) => ({ controller, handler: method, prefix }))
        .filter(({ handler }) => (this.reflector.get(WebhookEndpoint, handler) as unknown) !== undefined);
    });
  }

  /**
   * The methods with `@OnPayEvent()`, in the order in which they were registered.
   *
   * @throws PayWiringError for one on a request-scoped controller, which exists during its own requests only.
   */
  findHandlers(): EventHandler[] {
    const seen = new Map<unknown, Set<string>>();
    const controllers = new Set(this.discovery.getControllers());
    return [...this.discovery.getProviders(), ...controllers].flatMap((wrapper) => {
      const instance: unknown = wrapper.instance;
      if (typeof instance !== 'object' || instance === null) return [];
      const prototype = Object.getPrototypeOf(instance) as object | null;
      return this.methodsOf(prototype).flatMap(({ name }) => {
        const subscription = this.discovery.getMetadataByDecorator(EventSubscriber, wrapper, name);
        if (subscription === undefined) return [];
        // An alias or a second registration stands for the same object: its method runs once.
        const names = seen.get(instance) ?? new Set();
        seen.set(instance, names);
        if (names.has(name)) return [];
        names.add(name);
        const transactionAt = transactionParameterOf(prototype ?? {}, name);
        const invocation = this.invocation(wrapper, name, controllers.has(wrapper), transactionAt);
        return [{ ...subscription, ...invocation, needsTransaction: transactionAt !== null }];
      });
    });
  }

  private prefixOf({ host }: Wrapper): string {
    const prefix: unknown =
      host && Reflect.getMetadata(MODULE_PATH + this.modules.applicationId, host.metatype);
    return typeof prefix === 'string' ? prefix : '';
  }

  private invocation(
    wrapper: Wrapper,
    method: string,
    isController: boolean,
    transactionAt: number | null,
  ): Pick<EventHandler, 'name' | 'handle'> {
    const name = `${String(wrapper.name)}.${method}`;
    const argumentsOf = (event: unknown, transaction: unknown): unknown[] => {
      const all = [event];
      if (transactionAt !== null) all[transactionAt] = transaction;
      return all;
    };
    if (!wrapper.isTransient && wrapper.isDependencyTreeStatic()) {
      const instance = wrapper.instance as Record<string, Method>;
      return {
        name,
        handle: (event, _, transaction) => instance[method]?.(...argumentsOf(event, transaction)),
      };
    }
    if (isController) {
      throw new PayWiringError(
        `@OnPayEvent() on ${name}: a request-scoped controller has no instance for events, use a provider.`,
      );
    }
    return {
      name,
      handle: async (event, contextId, transaction) => {
        const instance = await this.moduleRef.resolve<Record<string, Method>>(
          wrapper.token as Type,
          contextId,
          { strict: false },
        );
        return instance[method]?.(...argumentsOf(event, transaction));
      },
    };
  }

  private methodsOf(prototype: object | null): { name: string; method: Method }[] {
    return this.scanner
      .getAllMethodNames(prototype)
      .map((name) => ({ name, method: (prototype as Record<string, Method>)[name] }))
      .filter((found): found is { name: string; method: Method } => typeof found.method === 'function');
  }
}
