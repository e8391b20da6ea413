import type { DiscoveryService } from '@nestjs/core';
import type { Type } from '@nestjs/common';
import { transactionParameterOf } from './webhooks/on-pay-event.decorator.js';
import { isSingleton } from './wrappers.js';
import type { NestModule, Wrapper } from './wrappers.js';

type Method = (...values: unknown[]) => unknown;

/** A method with a decorator, and its provider or controller. */
export type DecoratedMethod<Value> = ReturnType<typeof findMethods<Value>>[number];

/**
 * Finds the methods with a decorator in the application, or in some modules. An object with several tokens counts once.
 *
 * @param decorator - Made by `DiscoveryService.createDecorator()`.
 */
export function findMethods<Value>(
  discovery: DiscoveryService,
  { KEY }: { KEY: string },
  modules?: NestModule[],
) {
  const seen = new Set<unknown>();
  const controllers = new Set(discovery.getControllers({}, modules));
  return [...discovery.getProviders({}, modules), ...controllers].flatMap((wrapper) => {
    const prototype = prototypeOf(wrapper);
    if (prototype === null || seen.has(wrapper.instance ?? wrapper)) return [];
    seen.add(wrapper.instance ?? wrapper);
    return methodsOf(prototype).flatMap(({ method, handler }) => {
      const value = Reflect.getMetadata(KEY, handler) as Value | undefined;
      if (value === undefined) return [];
      const name = `${String(wrapper.name)}.${String(method)}`;
      // Index of the parameter with `@PayTransaction()`, or null.
      const transactionAt = transactionParameterOf(prototype, method);
      const isController = controllers.has(wrapper);
      return [{ wrapper, isController, prototype, method, transactionAt, name, value }];
    });
  });
}

/** Lists own and inherited methods of a class. Nest's MetadataScanner leaves out methods whose name is a symbol. */
export function methodsOf(prototype: object): { method: string | symbol; handler: Method }[] {
  const members = new Map<string | symbol, unknown>();
  for (
    let one: object | null = prototype;
    one !== null && one !== Object.prototype;
    one = Object.getPrototypeOf(one) as object | null
  )
    for (const key of Reflect.ownKeys(one))
      if (!members.has(key)) members.set(key, Object.getOwnPropertyDescriptor(one, key)?.value);
  members.delete('constructor');
  return [...members].flatMap(([method, handler]) =>
    typeof handler === 'function' ? [{ method, handler: handler as Method }] : [],
  );
}

/** Calls a method of an instance with an event, and with the transaction if a parameter has `@PayTransaction()`. */
export function callMethod(
  { method, transactionAt }: Pick<DecoratedMethod<unknown>, 'method' | 'transactionAt'>,
  instance: unknown,
  event: unknown,
  transaction: unknown,
): unknown {
  const handler = (instance as Record<string | symbol, unknown>)[method];
  if (typeof handler !== 'function')
    throw new TypeError(
      `the instance has no method \`${String(method)}\`: check the factory of its provider`,
    );
  const values = [event];
  if (transactionAt !== null) values[transactionAt] = transaction;
  return (handler as Method).apply(instance, values);
}

/** Returns whether a factory makes a provider. */
export function isFactory({ inject }: Wrapper): boolean {
  return inject !== undefined && inject !== null;
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
