import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { isObservable, lastValueFrom } from 'rxjs';
import { callMethod, findMethods } from '../nest/decorated-methods.js';
import { PayWiringError } from '../nest/pay.exceptions.js';
import { isSingleton } from '../nest/wrappers.js';

/** Marks methods as handlers of some types of events; an empty list means all types. */
export type JobSubscriber = ReturnType<typeof DiscoveryService.createDecorator<readonly string[]>>;

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
    const handlers = findMethods<readonly string[]>(this.discovery, subscriber);
    const scoped = handlers.find(({ wrapper }) => !isSingleton(wrapper));
    if (scoped !== undefined)
      throw new PayWiringError(
        `@${name}() on ${scoped.name} must be in a singleton, because events have no request.`,
      );
    return async (type, event, transaction) => {
      for (const handler of handlers) {
        if (handler.value.length > 0 && !handler.value.includes(type)) continue;
        const returned = await callMethod(handler, handler.wrapper.instance, event, transaction);
        // Only a subscriber makes an Observable run.
        if (isObservable(returned)) await lastValueFrom(returned, { defaultValue: undefined });
      }
    };
  }
}
