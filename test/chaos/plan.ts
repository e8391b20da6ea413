import type { Seeded } from './seeded.js';

/** A step of a customer or the shop, which causes one event. `part` is a share of the remaining amount. */
export type Step = { do: 'fail' } | { do: 'pay' } | { do: 'refund'; part: number } | { do: 'cancel' };

/** An order and its steps. */
export interface PlannedOrder {
  /** In minor units. The simulator declines some amounts below 100.00. */
  amount: number;
  steps: Step[];
}

/** Plans orders whose steps cause exactly the given number of events: failed attempts, a payment or cancellation, and refunds. */
export function planOrders(
  chance: Seeded,
  { orders, events }: { orders: number; events: number },
): PlannedOrder[] {
  const lengths = Array<number>(orders).fill(1);
  for (let left = events - orders; left > 0; left--) {
    const at = chance.integer(0, orders - 1);
    lengths[at] = (lengths[at] ?? 0) + 1;
  }
  return lengths.map((length, at) => {
    // At least the last order is never paid, so that it expires.
    const mayPay = at < orders - 1;
    const fails = mayPay && chance.fraction() < 0.5 ? 0 : chance.integer(mayPay ? 0 : length, length);
    const steps: Step[] = Array.from({ length: fails }, () => ({ do: 'fail' }));
    if (steps.length === length - 1 && chance.fraction() < 0.2) steps.push({ do: 'cancel' });
    else if (steps.length < length) steps.push({ do: 'pay' });
    while (steps.length < length) steps.push({ do: 'refund', part: chance.fraction() });
    return { amount: chance.integer(20_000, 99_999), steps };
  });
}
