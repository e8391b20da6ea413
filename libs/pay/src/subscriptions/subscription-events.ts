import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { isObservable, lastValueFrom } from 'rxjs';
import { PayWiringError } from '../nest/pay.exceptions.js';
import { transactionParameterOf } from '../nest/webhooks/on-pay-event.decorator.js';
import type { PaySubscriptionEvent, PaySubscriptionEventType } from './subscription.types.js';

const Subscriber = DiscoveryService.createDecorator<readonly PaySubscriptionEventType[]>();
const TYPES: readonly PaySubscriptionEventType[] = [
  ...(['started', 'charged', 'declined', 'card_needed', 'past_due', 'ended'] as const),
];

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
  const unknown = types.find((type) => !TYPES.includes(type));
  if (unknown !== undefined || types.length === 0)
    throw new PayWiringError(
      `@OnPaySubscription() requires event types, such as 'charged': ${TYPES.join(', ')} (received ${String(unknown)}).`,
    );
  return Subscriber(types) as MethodDecorator;
}

type Handler = (event: PaySubscriptionEvent, transaction: unknown) => unknown;

/** Finds the methods with `@OnPaySubscription()` and runs them. */
@Injectable()
export class SubscriptionHandlers {
  #handlers: { types: readonly PaySubscriptionEventType[]; handle: Handler }[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** @throws PayWiringError for a handler without an instance of its own. */
  find(): void {
    const wrappers = [...this.discovery.getProviders(), ...this.discovery.getControllers()];
    // An instance with several tokens handles an event once.
    const seen = new Set<unknown>();
    this.#handlers = wrappers.flatMap((wrapper) => {
      const type = (wrapper.instance as object | null)?.constructor ?? wrapper.metatype;
      const prototype = (type as { prototype?: object } | null)?.prototype;
      if (prototype === undefined || seen.has(wrapper.instance ?? wrapper)) return [];
      seen.add(wrapper.instance ?? wrapper);
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const method = (prototype as Record<string, () => unknown>)[name];
        const types =
          method &&
          (this.reflector.get(Subscriber, method) as readonly PaySubscriptionEventType[] | undefined);
        if (types === undefined) return [];
        if (wrapper.isTransient || !wrapper.isDependencyTreeStatic())
          throw new PayWiringError(
            `@OnPaySubscription() on ${String(wrapper.name)}.${name}: a request-scoped or transient provider has no instance for events. Use a singleton.`,
          );
        return [{ types, handle: handlerOf(wrapper.instance as object, prototype, name) }];
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

function handlerOf(instance: object, prototype: object, name: string): Handler {
  const transactionAt = transactionParameterOf(prototype, name);
  return (event, transaction) => {
    const values: unknown[] = [event];
    if (transactionAt !== null) values[transactionAt] = transaction;
    return (instance as Record<string, (...values: unknown[]) => unknown>)[name]?.(...values);
  };
}
