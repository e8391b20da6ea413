import { DiscoveryService } from '@nestjs/core';
import { PayWiringError } from '../nest/pay.exceptions.js';
import type { PaySale } from './sale.types.js';

type End = Exclude<PaySale['state'], 'open'>;

const ENDS: readonly string[] = ['paid', 'not-paid', 'needs-a-person'] satisfies End[];
/** Marks a method as a handler. */
export const SaleSubscriber = DiscoveryService.createDecorator<readonly string[]>();

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
