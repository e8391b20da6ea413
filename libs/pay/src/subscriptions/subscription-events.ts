import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { isObservable, lastValueFrom } from 'rxjs';
import { PayWiringError } from '../nest/pay.exceptions.js';
import { transactionParameterOf } from '../nest/webhooks/on-pay-event.decorator.js';
import type { PaySubscriptionEvent, PaySubscriptionEventType } from './subscription.types.js';

const Subscriber = DiscoveryService.createDecorator<readonly PaySubscriptionEventType[]>();
const TYPES = ['started', 'charged', 'declined', 'card_needed', 'paid_twice', 'past_due', 'ended'] as const;

/**
 * Runs a method of any provider for events of subscriptions, in the transaction that records them. A parameter with
 * `@PayTransaction()` receives that transaction, so the method's writes take effect exactly once. If the method fails, nothing is
 * recorded, and a later run repeats the event. The card is not charged again.
 *
 * @throws PayWiringError for unknown types.
 * @example
 * @OnPaySubscription('charged')
 * async paid(event: PaySubscriptionEvent<'charged'>, @PayTransaction() db: PoolClient) {
 *   await db.query('update members set paid_periods = $2 where id = $1', [event.subscription.id, event.period + 1]);
 * }
 */
export function OnPaySubscription<Type extends PaySubscriptionEventType>(
  ...types: [Type, ...Type[]]
): <Method extends (event: PaySubscriptionEvent<Type>, ...injected: never[]) => unknown>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void {
  if (types.length === 0 || types.some((type) => !TYPES.includes(type)))
    throw new PayWiringError(
      `@OnPaySubscription() must have event types: ${TYPES.join(', ')} (received ${types.join(', ')}).`,
    );
  return Subscriber(types);
}

type Method = (...values: unknown[]) => unknown;

/** Finds the methods with `@OnPaySubscription()` and runs them. */
@Injectable()
export class SubscriptionHandlers {
  #handlers: { types: readonly PaySubscriptionEventType[]; handle: Method }[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** @throws PayWiringError for a handler without an instance of its own. */
  find(): void {
    const wrappers = [...this.discovery.getProviders(), ...this.discovery.getControllers()];
    // An instance with several tokens handles an event once.
    const byInstance = new Map(
      wrappers.map((wrapper) => [(wrapper.instance as object | null) ?? wrapper, wrapper]),
    );
    this.#handlers = [...byInstance].flatMap(([instance, wrapper]) => {
      const isStatic = !wrapper.isTransient && wrapper.isDependencyTreeStatic();
      const prototype = (isStatic ? instance.constructor : wrapper.metatype)?.prototype as object | undefined;
      return this.scanner.getAllMethodNames(prototype ?? {}).flatMap((name) => {
        const method = (prototype as Record<string, Method>)[name];
        const types =
          method && (this.reflector.get(Subscriber, method) as PaySubscriptionEventType[] | undefined);
        if (types === undefined) return [];
        if (!isStatic)
          throw new PayWiringError(
            `@OnPaySubscription() on ${String(wrapper.name)}.${name} must be in a singleton, because events have no request.`,
          );
        return [{ types, handle: handlerOf(instance as Record<string, Method>, prototype ?? {}, name) }];
      });
    });
  }

  /** Runs the handlers of an event, one after another. @throws the first error of a handler. */
  async dispatch(event: PaySubscriptionEvent, transaction: unknown): Promise<void> {
    for (const { types, handle } of this.#handlers) {
      if (!types.includes(event.type)) continue;
      const returned = await handle(event, transaction);
      // Only a subscriber makes an Observable run.
      if (isObservable(returned)) await lastValueFrom(returned, { defaultValue: undefined });
    }
  }
}

function handlerOf(instance: Record<string, Method>, prototype: object, name: string): Method {
  const transactionAt = transactionParameterOf(prototype, name);
  return (event, transaction) => {
    const values = [event];
    if (transactionAt !== null) values[transactionAt] = transaction;
    return instance[name]?.(...values);
  };
}
