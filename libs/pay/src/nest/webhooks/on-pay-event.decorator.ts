import { DiscoveryService } from '@nestjs/core';
import type { OpenPayEventType } from '../../webhooks/event-types.js';
import type { ReceivedPayEvent } from './received-event.js';

/** Options of `@OnPayEvent()`. */
export interface OnPayEventOptions {
  /**
   * Also events that nothing confirms: those of types that name nothing to read back (such as 2054, 768, 8193), and all
   * where `confirm` is false. Anyone who can post from a source address can have made them up.
   * @default false
   */
  unconfirmed?: boolean;
  /** Only events of the PayModule with this name, null for the one without a name. @default events of all accounts */
  account?: string | null;
}

/** What `@OnPayEvent()` says of a method. */
export interface EventSubscription {
  types: readonly OpenPayEventType[] | '*';
  unconfirmed: boolean;
  /** Undefined: of any account. */
  account: string | null | undefined;
}

/** Marks a method as a handler. */
export const EventSubscriber = DiscoveryService.createDecorator<EventSubscription>();

type HandlerDecorator<Event> = <Method extends (event: Event, ...injected: never[]) => unknown>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/**
 * Runs a method of any provider or controller for events of these types, `'*'` for every event, unknown types included.
 * The method's first parameter is a `ReceivedPayEvent` of the type; another may be the open transaction, see
 * `@PayTransaction()`. Handlers run one after another, at least once for each event: when one fails, all run again, at the
 * service's next delivery or, with a durable inbox, after a while.
 *
 * @example
 * @OnPayEvent(PayEventType.TransactionPaymentCreated)
 * async paid(event: ReceivedPayEvent<typeof PayEventType.TransactionPaymentCreated>) {}
 */
export function OnPayEvent<Type extends OpenPayEventType>(
  ...types: [Type, ...Type[]]
): HandlerDecorator<ReceivedPayEvent<Type>>;
export function OnPayEvent<Type extends OpenPayEventType>(
  ...typesAndOptions: [Type, ...Type[], OnPayEventOptions]
): HandlerDecorator<ReceivedPayEvent<Type>>;
export function OnPayEvent(all: '*', options?: OnPayEventOptions): HandlerDecorator<ReceivedPayEvent>;
export function OnPayEvent(
  ...given: (OpenPayEventType | '*' | OnPayEventOptions | undefined)[]
): MethodDecorator {
  const options = given.find((one) => typeof one === 'object') ?? {};
  return EventSubscriber({
    types: given.includes('*') ? '*' : given.filter((one) => typeof one === 'number'),
    unconfirmed: options.unconfirmed ?? false,
    account: options.account,
  });
}
