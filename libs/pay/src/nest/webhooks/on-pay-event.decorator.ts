import { DiscoveryService } from '@nestjs/core';
import type { OpenPayEventType } from '../../webhooks/event-types.js';
import { fieldProblems } from '../options/options-check.js';
import { EVENT_OPTIONS } from '../options/option-rules.js';
import { PayWiringError } from '../pay.exceptions.js';
import type { ReceivedPayEvent } from '../../webhooks/received-event.js';

/** Options of `@OnPayEvent()`. */
export interface OnPayEventOptions {
  /**
   * Includes events that cannot be confirmed: events of types without a resource to read back (such as 2054, 768), and all
   * events if `confirm` is false. Anyone who can post from a source address can forge them.
   * @default false
   */
  unconfirmed?: boolean;
  /** Limits the handler to the PayModule with this name, null for the default account. @default all accounts */
  account?: string | null;
  /** Limits the handler to events of these payment sources. Events without a source do not match. @default all sources */
  sourceCode?: string | readonly string[];
  /** Limits the handler to an ISV's events of these merchants, and to unconfirmed events that name one. @default all merchants */
  merchantId?: string | readonly string[];
}

/** Types and filters of a method with `@OnPayEvent()`. */
export interface EventSubscription {
  types: readonly OpenPayEventType[] | '*';
  unconfirmed: boolean;
  /** Undefined means any account. */
  account: string | null | undefined;
  /** Undefined means any source. */
  sourceCodes?: readonly string[];
  /** Undefined means any merchant. */
  merchantIds?: readonly string[];
  /** Whether the method belongs to the library and only makes it faster, so that no warning names it. */
  isOptional?: boolean;
}

/** Marks a method as a handler. */
export const EventSubscriber = DiscoveryService.createDecorator<EventSubscription>();

/** Accepts a method whose first parameter is the event. The wrong return type makes the compiler print one sentence instead of ten lines. A type with a name would hide the sentence. */
type HandlerDecorator<Event> = <Method extends (...parameters: never[]) => unknown>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => Method extends (event: Event, ...injected: never[]) => unknown
  ? void
  : {
      'The first parameter must be the event of the type, such as PaymentCreatedEvent for PayEventType.TransactionPaymentCreated': never;
    };

/** As above, for text such as `'1796'`: otherwise the compiler lists every overload. */
type TextDecorator = (
  target: object,
  key: string | symbol,
  descriptor: PropertyDescriptor,
) => { 'Event types are numbers, such as PayEventType.TransactionPaymentCreated': never };

/**
 * Runs a method of any provider or controller for events of these types. `'*'` means every event, including unknown types.
 * The method's first parameter is an event of the type, such as `PaymentCreatedEvent`. Another may be the open transaction, see
 * `@PayTransaction()`. Handlers run one after another, at least once for each event. If one fails, all run again: at the
 * service's next delivery or, with a durable inbox, after a delay.
 *
 * @throws PayWiringError for unknown options, and for types that are not numbers.
 * @example
 * @OnPayEvent(PayEventType.TransactionPaymentCreated)
 * async paid(event: PaymentCreatedEvent) {}
 */
export function OnPayEvent<Type extends OpenPayEventType>(
  ...types: [Type, ...Type[]]
): HandlerDecorator<ReceivedPayEvent<Type>>;
export function OnPayEvent<Type extends OpenPayEventType>(
  ...typesAndOptions: [Type, ...Type[], OnPayEventOptions]
): HandlerDecorator<ReceivedPayEvent<Type>>;
export function OnPayEvent(all: '*', options?: OnPayEventOptions): HandlerDecorator<ReceivedPayEvent>;
export function OnPayEvent(text: string, options?: OnPayEventOptions): TextDecorator;
export function OnPayEvent(
  ...typesAndOptions: (OpenPayEventType | string | OnPayEventOptions | undefined)[]
): object {
  const types = typesAndOptions.filter((one) => one === '*' || Number.isInteger(one));
  const [options = {}, ...rest] = typesAndOptions.filter((one) => !types.includes(one as number));
  const isMisspelt = types[0] !== '*' && typesAndOptions.includes(undefined);
  if (isMisspelt || types.length === 0 || rest.length > 0 || typeof options !== 'object' || options === null)
    throw new PayWiringError(
      "@OnPayEvent() requires event types as numbers, or '*', and then optional options. An undefined type is a misspelt name of PayEventType.",
    );
  const problems = fieldProblems(EVENT_OPTIONS, { ...options });
  if (problems.length > 0)
    throw new PayWiringError(`@OnPayEvent() has invalid options: ${problems.join('; ')}.`);
  return EventSubscriber({
    types: types.includes('*') ? '*' : types.filter((one) => typeof one === 'number'),
    unconfirmed: options.unconfirmed ?? false,
    account: options.account,
    sourceCodes: listOf(options.sourceCode),
    merchantIds: listOf(options.merchantId),
  });
}

function listOf(value: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof value === 'string' ? [value] : value;
}

const TRANSACTION_AT = Symbol('PayTransaction');

/**
 * Injects the open transaction of the durable inbox into a handler with `@OnPayEvent()`. The handler's writes commit together with
 * the mark that the event is handled, so that they take effect exactly once. Do not commit, roll back or release it. Without a
 * `webhooks.inbox` that has a store with transactions, the application does not boot.
 *
 * The store decides what you get: `postgresStore` a `PoolClient`, `pgliteStore` PGlite's `Transaction`, `typeormStore` an
 * `EntityManager`, `prismaStore` Prisma's transaction client, `sqlStore` the transaction of your library.
 *
 * @example
 * @OnPayEvent(PayEventType.TransactionPaymentCreated)
 * async paid(event: PaymentCreatedEvent, @PayTransaction() db: PoolClient) {
 *   await db.query('update orders set paid = true where code = $1', [event.data.OrderCodeText]);
 * }
 */
export function PayTransaction(): ParameterDecorator {
  return (target, key, index) => {
    if (key !== undefined) Reflect.defineMetadata(TRANSACTION_AT, index, target, key);
  };
}

/** Returns the index of the parameter with `@PayTransaction()`, or null. */
export function transactionParameterOf(prototype: object, method: string | symbol): number | null {
  const index: unknown = Reflect.getMetadata(TRANSACTION_AT, prototype, method);
  return typeof index === 'number' ? index : null;
}
