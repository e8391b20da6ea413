import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { isObservable, lastValueFrom } from 'rxjs';
import { methodKeysOf } from '../nest/method-keys.js';
import { PayWiringError } from '../nest/pay.exceptions.js';
import { isSingleton } from '../nest/wrappers.js';
import { transactionParameterOf } from '../nest/webhooks/on-pay-event.decorator.js';

/** Marks methods as handlers of some types of events; an empty list means all types. */
export type JobSubscriber = ReturnType<typeof DiscoveryService.createDecorator<readonly string[]>>;
type Method = (...values: unknown[]) => unknown;

/** Runs the handlers of an event, one after another. Throws the first error of a handler. */
export type DispatchJobEvent = (type: string, event: unknown, transaction: unknown) => Promise<void>;

/** Finds the methods with a decorator of a job. */
@Injectable()
export class JobHandlers {
  constructor(private readonly discovery: DiscoveryService) {}

  /**
   * Returns a function that runs the methods with a decorator.
   *
   * @param name - Name of the decorator, for the error message.
   * @throws PayWiringError for a request-scoped or transient class, which has no instance for events.
   */
  find(subscriber: JobSubscriber, name: string): DispatchJobEvent {
    const wrappers = [...this.discovery.getProviders(), ...this.discovery.getControllers()];
    // An instance with several tokens handles an event once.
    const byInstance = new Map(wrappers.map((wrapper) => [wrapper.instance as unknown, wrapper]));
    const handlers = [...byInstance].flatMap(([instance, wrapper]) => {
      if (typeof instance !== 'object' || instance === null) return [];
      const prototype = Object.getPrototypeOf(instance) as object | null;
      return methodKeysOf(prototype).flatMap((method) => {
        const types = this.discovery.getMetadataByDecorator(subscriber, wrapper, method as string);
        if (types === undefined) return [];
        if (!isSingleton(wrapper))
          throw new PayWiringError(
            `@${name}() on ${String(wrapper.name)}.${String(method)} must be in a singleton, because events have no request.`,
          );
        const transactionAt = transactionParameterOf(prototype ?? {}, method);
        return [{ instance: instance as Record<string | symbol, Method>, method, types, transactionAt }];
      });
    });
    return async (type, event, transaction) => {
      for (const { instance, method, types, transactionAt } of handlers) {
        if (types.length > 0 && !types.includes(type)) continue;
        const values = [event];
        if (transactionAt !== null) values[transactionAt] = transaction;
        const returned = await instance[method]?.(...values);
        // Only a subscriber makes an Observable run.
        if (isObservable(returned)) await lastValueFrom(returned, { defaultValue: undefined });
      }
    };
  }
}
