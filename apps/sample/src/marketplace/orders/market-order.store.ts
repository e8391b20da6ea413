import { Injectable } from '@nestjs/common';
import type { MarketOrder } from './market-order.js';

/**
 * Where the market's orders are kept, with every intention to move money; also the injection token. A real market implements
 * it on its database: `add` with a unique index on `submission`, `update` as one transaction with the row locked.
 */
export abstract class MarketOrderStore {
  /** Adds the order, or gives the one that the same submission made before. */
  abstract add(order: MarketOrder): Promise<MarketOrder>;
  abstract find(id: string): Promise<MarketOrder | undefined>;
  /** Newest first. */
  abstract list(): Promise<readonly MarketOrder[]>;
  /**
   * Changes an order; nobody else changes it meanwhile.
   *
   * @throws Error when there is none with that id.
   */
  abstract update(id: string, change: (order: MarketOrder) => MarketOrder): Promise<MarketOrder>;

  /** @param orderCode exact digits. */
  async findByOrderCode(orderCode: string): Promise<MarketOrder | undefined> {
    return (await this.list()).find(({ service }) => service?.orderCode === orderCode);
  }

  async findByPayment(transactionId: string): Promise<MarketOrder | undefined> {
    const id = transactionId.toLowerCase();
    return (await this.list()).find(({ payment }) => payment?.transactionId.toLowerCase() === id);
  }
}

/** Orders in the process's memory. */
@Injectable()
export class InMemoryMarketOrderStore extends MarketOrderStore {
  private readonly orders = new Map<string, MarketOrder>();

  async add(order: MarketOrder): Promise<MarketOrder> {
    const earlier = [...this.orders.values()].find(({ submission }) => submission === order.submission);
    if (earlier === undefined) this.orders.set(order.id, order);
    return Promise.resolve(earlier ?? order);
  }

  find(id: string): Promise<MarketOrder | undefined> {
    return Promise.resolve(this.orders.get(id));
  }

  list(): Promise<readonly MarketOrder[]> {
    return Promise.resolve([...this.orders.values()].reverse());
  }

  update(id: string, change: (order: MarketOrder) => MarketOrder): Promise<MarketOrder> {
    const order = this.orders.get(id);
    if (order === undefined) return Promise.reject(new Error(`order ${id} is unknown`));
    const changed = change(order);
    this.orders.set(id, changed);
    return Promise.resolve(changed);
  }
}
