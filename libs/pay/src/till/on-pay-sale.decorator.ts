import { DiscoveryService } from '@nestjs/core';
import type { MetadataScanner } from '@nestjs/core';
import { isObservable, lastValueFrom } from 'rxjs';
import { PayWiringError } from '../nest/pay.exceptions.js';
import { transactionParameterOf } from '../nest/webhooks/on-pay-event.decorator.js';
import type { PaySale } from './sale.types.js';

type End = Exclude<PaySale['state'], 'open'>;
type Method = (...args: unknown[]) => unknown;

const ENDS: readonly string[] = ['paid', 'not-paid', 'needs-a-person'] satisfies End[];
const SaleSubscriber = DiscoveryService.createDecorator<readonly End[]>();

/**
 * Runs a method of any provider when a sale of the till has ended. With `@PayTransaction()`, it writes in the transaction that stores the
 * end, so both are stored once, or neither. If it fails, the end is stored later with another attempt; after five failures the sale needs
 * a person.
 *
 * A sale can end more than once: what needed a person can turn out to be paid, and a payment can be reversed.
 *
 * @param ends - States to handle. Default: all.
 * @throws PayWiringError for another state.
 * @example
 * @OnPaySale('paid')
 * async paid(sale: PaySale, @PayTransaction() db: PoolClient) {
 *   await db.query('update receipts set paid = true where id = $1', [sale.reference]);
 * }
 */
export function OnPaySale(...ends: End[]) {
  const wrong = ends.find((end) => !ENDS.includes(end));
  if (wrong !== undefined)
    throw new PayWiringError(`@OnPaySale() takes ${ENDS.join(', ')} (received '${String(wrong)}').`);
  return <Handler extends (sale: PaySale, ...injected: never[]) => unknown>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Handler>,
  ): void => void SaleSubscriber(ends)(target, key, descriptor);
}

/**
 * Finds the methods with `@OnPaySale()`, and returns a function that runs those that want to know of a sale.
 *
 * @throws PayWiringError for a request-scoped class, which has no instance outside of a request.
 */
export function findSaleHandlers(discovery: DiscoveryService, scanner: MetadataScanner) {
  const wrappers = [...discovery.getProviders(), ...discovery.getControllers()];
  const handlers = wrappers.flatMap((wrapper) => {
    const instance = wrapper.instance as Record<string, Method> | null;
    if (wrapper.isAlias || typeof instance !== 'object' || instance === null) return [];
    const prototype = Object.getPrototypeOf(instance) as Record<string, Method> | null;
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const ends = discovery.getMetadataByDecorator(SaleSubscriber, wrapper, name);
      if (ends === undefined) return [];
      if (!wrapper.isDependencyTreeStatic() || wrapper.isTransient)
        throw new PayWiringError(
          `@OnPaySale() on ${String(wrapper.name)}.${name} needs a singleton provider.`,
        );
      return [{ instance, name, ends, transactionAt: transactionParameterOf(prototype as object, name) }];
    });
  });
  return async (sale: PaySale, transaction: unknown): Promise<void> => {
    for (const { instance, name, ends, transactionAt } of handlers) {
      if (ends.length > 0 && !ends.includes(sale.state as End)) continue;
      const args: unknown[] = [sale];
      if (transactionAt !== null) args[transactionAt] = transaction;
      const returned = await instance[name]?.(...args);
      if (isObservable(returned)) await lastValueFrom(returned, { defaultValue: undefined });
    }
  };
}
