import { DiscoveryService } from '@nestjs/core';
import type { OpenPayEventType } from '../../webhooks/event-types.js';
import { fieldProblems } from '../options/options-check.js';
import { EVENT_OPTIONS } from '../options/option-rules.js';
import { PayWiringError } from '../pay.exceptions.js';
import type { ReceivedPayEvent } from './received-event.js';

/** Options of `@OnPayEvent()`. */
export interface OnPayEventOptions {
  /**
   * Also events that nothing confirms: those of types that name nothing to read back (such as 2054, 768), and all
   * where `confirm` is false. Anyone who can post from a source address can have made them up.
   * @default false
   */
  unconfirmed?: boolean;
  /** Only events of the PayModule with this name, null for the one without a name. @default events of all accounts */
  account?: string | null;
  /** Only events of these payment sources, as the service says; where it says none, they are left out. @default all */
  sourceCode?: string | readonly string[];
  /** Only an ISV's events of these merchants, and what is not confirmed and names one of them. @default all */
  merchantId?: string | readonly string[];
}

/** What `@OnPayEvent()` says of a method. */
export interface EventSubscription {
  types: readonly OpenPayEventType[] | '*';
  unconfirmed: boolean;
  /** Undefined: of any account. */
  account: string | null | undefined;
  /** Undefined: of any source. */
  sourceCodes?: readonly string[];
  /** Undefined: of any merchant. */
  merchantIds?: readonly string[];
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
 * @throws PayWiringError for members of the options that are none, and for types that are no numbers.
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
  const types = given.filter((one) => one === '*' || typeof one === 'number');
  const [options = {}, ...others] = given.filter(
    (one) => one !== undefined && !types.includes(one as number),
  );
  if (types.length === 0 || others.length > 0 || typeof options !== 'object' || options === null)
    throw new PayWiringError("@OnPayEvent() takes types of events as numbers, or '*', and its options last.");
  const problems = fieldProblems(EVENT_OPTIONS, { ...options });
  if (problems.length > 0)
    throw new PayWiringError(`@OnPayEvent() is set up wrongly: ${problems.join('; ')}.`);
  return EventSubscriber({
    types: types.includes('*') ? '*' : types.filter((one) => typeof one === 'number'),
    unconfirmed: options.unconfirmed ?? false,
    account: options.account,
    sourceCodes: listOf(options.sourceCode),
    merchantIds: listOf(options.merchantId),
  });
}

function listOf(given: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof given === 'string' ? [given] : given;
}
