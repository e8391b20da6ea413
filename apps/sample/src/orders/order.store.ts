import type { Order } from './order.js';

/**
 * Where orders are kept; also the injection token. A real shop implements it on its database: `add` with a unique index on
 * `submission`, `update` as one transaction with the row locked, an index on the order code.
 */
export abstract class OrderStore {
  /** Adds the order, or gives the one that the same submission made before. */
  abstract add(order: Order): Promise<Order>;
  abstract find(id: string): Promise<Order | undefined>;
  /** @param orderCode exact digits. */
  abstract findByOrderCode(orderCode: string): Promise<Order | undefined>;
  /**
   * Changes an order; nobody else changes it meanwhile.
   *
   * @throws Error when there is none with that id.
   */
  abstract update(id: string, change: (order: Order) => Order): Promise<Order>;
}
