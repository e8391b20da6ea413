import { DiscoveryService } from '@nestjs/core';
import { PayWiringError } from '../nest/pay.exceptions.js';
import type { PaySubscriptionEvent, PaySubscriptionEventType } from './subscription.types.js';

/** Marks a method as a handler. */
export const SubscriptionSubscriber = DiscoveryService.createDecorator<readonly string[]>();
const TYPES = [
  ...(['started', 'charged', 'declined', 'card_needed', 'paid_twice', 'past_due', 'missed'] as const),
  ...(['returned', 'unexpected_charge', 'ended'] as const),
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
  if (types.length === 0 || types.some((type) => !TYPES.includes(type)))
    throw new PayWiringError(
      `@OnPaySubscription() must have event types: ${TYPES.join(', ')} (received ${types.join(', ')}).`,
    );
  return SubscriptionSubscriber(types);
}
